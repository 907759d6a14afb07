import Accounts
import LoginFlow
import TerminalCore
import TerminalWidgets

extension Painter {
    /// Where the values of home's facts begin, from the inside's left edge.
    private static let valueColumn = 12
    /// The most rows that the last login takes: its time, and the longest address there is.
    private static let visitRows = 3

    /// Draws home: who is logged in, what waits, and the ways on (H2).
    func draw(_ home: Home, under declaration: ServiceDeclaration, on canvas: inout Canvas) {
        let hasNotices = declaration.calls.contains(.notices)
        let visit = lines(ofVisitBefore: home.session.user)
        let facts = (home.session.user.id == nil ? 1 : 2) + (visit?.lines.count ?? 0)
        let panel = Panel(
            rows: (framed: facts + (hasNotices ? 6 : 2), bare: facts + (hasNotices ? 5 : 2)), size: canvas.size)
        panel.draw(title: words[.homeTitle], on: &canvas)
        draw(home.session.user, visit: visit, in: panel, on: &canvas)
        if hasNotices {
            drawNotices(
                of: home, in: panel, row: panel.inside.origin.row + facts + (panel.isFramed ? 1 : 0), on: &canvas)
        }
        canvas.draw(
            [
                FormPicture.Link(id: .settings, label: .settingsTitle),
                FormPicture.Link(id: .logOut, label: .logOut),
            ], row: panel.lastRow, column: panel.inside.origin.column, columns: panel.inside.size.columns)
    }

    /// What tells of the login before; nil where the service tells nothing of it.
    private func lines(ofVisitBefore user: User) -> (text: String, lines: [String])? {
        let text: String
        switch user.earlierVisit {
        case .unknown: return nil
        case .never: text = words[.firstLogin]
        case .last(let visit):
            text = words.text(.lastLoginFrom, formatTime(visit.time), self.text(ofPeer: visit.peer))
        }
        // Both panels are counted as the narrower one, whose place is not known yet.
        let columns = CompactCard.columns - 2 - Self.valueColumn
        return (text, TextLayout.wrapped(text, to: columns, rows: Self.visitRows, mark: glyphs.ellipsis))
    }

    private func draw(
        _ user: User, visit: (text: String, lines: [String])?, in panel: Panel, on canvas: inout Canvas
    ) {
        let (origin, columns) = (panel.inside.origin, panel.inside.size.columns - Self.valueColumn)
        var facts: [(id: String, label: Word, value: String, lines: [String])] = [
            ("user", .userLabel, user.account, [user.account])
        ]
        if let id = user.id { facts.append(("user-id", .userIDLabel, id, [id])) }
        if let visit { facts.append(("last-login", .lastLoginLabel, visit.text, visit.lines)) }
        for (index, fact) in facts.enumerated() {
            canvas.write(words[fact.label], row: origin.row + index, column: origin.column)
            canvas.draw(
                fact.lines, of: Canvas.Fact(id: fact.id, label: words[fact.label], value: fact.value),
                row: origin.row + index, column: origin.column + Self.valueColumn, columns: columns)
        }
    }

    /// Draws the counters, and a word beside their title while they are not known to be true.
    private func drawNotices(of home: Home, in panel: Panel, row: Int, on canvas: inout Canvas) {
        let column = panel.inside.origin.column
        canvas.write(words[.notices], row: row, column: column)
        let state: Word? = home.isStale ? .noticesStale : home.notices == nil ? .noticesAwaited : nil
        if let state {
            let place = column + Self.valueColumn
            canvas.draw(
                [words[state]], of: Canvas.Fact(id: "notices", label: words[.notices], value: words[state]), row: row,
                column: place, columns: panel.inside.endColumn - place, style: theme.faint)
        }
        let counters: [(id: String, label: Word, count: Int?)] = [
            ("mentions", .mentions, home.notices?.mentions), ("messages", .messages, home.notices?.messages),
            ("comments", .comments, home.notices?.comments), ("followers", .followers, home.notices?.followers),
        ]
        for (index, counter) in counters.enumerated() {
            let start = column + (index % 2 == 0 ? 2 : 19)
            let width = index % 2 == 0 ? 10 : 14
            let end = index % 2 == 0 ? column + 18 : panel.inside.endColumn
            let value = counter.count.map(String.init) ?? "-"
            let line = row + 1 + index / 2
            canvas.write(words[counter.label], row: line, column: start)
            canvas.draw(
                [value], of: Canvas.Fact(id: counter.id, label: words[counter.label], value: value), row: line,
                column: start + width, columns: end - start - width,
                style: home.isStale ? theme.faint : counter.count ?? 0 > 0 ? theme.strong : .plain)
        }
    }
}
