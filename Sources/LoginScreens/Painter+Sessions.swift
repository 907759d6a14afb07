import Accounts
import LoginFlow
import TerminalCore
import TerminalWidgets

extension Painter {
    /// The rows of one session.
    private static let rowsASession = 2
    /// Where a session's text begins, and in it the time of its last use; from the inside's left edge.
    private static let textColumn = 2, lastUseColumn = 20
    /// The rows beside the sessions: the columns' names, how far the list has come, the links.
    private static let otherRows = 3

    /// Draws the account's sessions, as many as there is room for around the focused one (H3).
    func draw(_ list: SessionList, on canvas: inout Canvas) {
        let room = canvas.size.rows - 1
        func rows(in space: Int) -> Int {
            let most = max(1, (space - Self.otherRows) / Self.rowsASession)
            return Self.otherRows + max(1, min(list.summaries.count, most)) * Self.rowsASession
        }
        let panel = Panel(rows: (framed: rows(in: room - 2), bare: rows(in: room - 1)), size: canvas.size)
        panel.draw(title: words[.sessionsTitle], on: &canvas)
        let shown = shownSessions(of: list, in: panel)
        drawRows(shown, of: list, in: panel, on: &canvas)
        drawState(of: list, shown: shown, in: panel, on: &canvas)
        canvas.draw(
            [
                FormPicture.Link(id: .back, label: .backButtonName),
                FormPicture.Link(id: .refresh, label: .refresh),
            ], row: panel.lastRow, column: panel.inside.origin.column, columns: panel.inside.size.columns)
    }

    /// Which sessions have room: the selected one and those around it.
    private func shownSessions(of list: SessionList, in panel: Panel) -> Range<Int> {
        let count = list.summaries.count
        let room = min(count, (panel.inside.size.rows - Self.otherRows) / Self.rowsASession)
        let first = max(0, min(list.selection - room / 2, count - room))
        return first..<first + room
    }

    private func drawRows(_ shown: Range<Int>, of list: SessionList, in panel: Panel, on canvas: inout Canvas) {
        guard !shown.isEmpty else { return }
        let (origin, columns) = (panel.inside.origin, panel.inside.size.columns)
        let text = origin.column + Self.textColumn
        canvas.write(words[.sessionStart], row: origin.row, column: text, style: theme.faint)
        canvas.write(
            words[.sessionLastUse], row: origin.row, column: origin.column + Self.lastUseColumn, style: theme.faint)
        let area = Rect(
            row: origin.row + 1, column: text, rows: shown.count * Self.rowsASession, columns: columns - Self.textColumn
        )
        canvas.frame.nodes.append(Node(list: "session-list", label: words[.sessionsTitle], rect: area))
        for index in shown {
            var rect = area
            rect.origin.row += (index - shown.lowerBound) * Self.rowsASession
            rect.size.rows = Self.rowsASession
            draw(list.summaries[index], at: index, isSelected: index == list.selection, rect, on: &canvas)
        }
    }

    private func draw(
        _ summary: SessionSummary, at index: Int, isSelected: Bool, _ rect: Rect, on canvas: inout Canvas
    ) {
        let (row, column, columns) = (rect.origin.row, rect.origin.column, rect.size.columns)
        let peer = text(ofPeer: summary.peer)
        let mark = summary.isCurrent ? words[.thisSession] : ""
        let markColumns = TextLayout.columns(of: mark)
        let times = (start: formatTime(summary.start), lastUse: formatTime(summary.lastUse))
        let peerColumns = columns - (mark.isEmpty ? 0 : markColumns + 1)
        canvas.write(
            TextLayout.truncated(peer, to: peerColumns, mark: glyphs.ellipsis), row: row, column: column)
        canvas.write(mark, row: row, column: column + columns - markColumns, style: theme.good)
        canvas.write(times.start, row: row + 1, column: column)
        canvas.write(times.lastUse, row: row + 1, column: column + Self.lastUseColumn - Self.textColumn)
        if isSelected, canvas.focus == .session {
            canvas.markFocus(.session, row: row, column: column - Self.textColumn)
            canvas.frame.buffer.restyle(rect) { $0 = theme.focused($0) }
        }
        var node = Node(
            session: index, label: peer, value: times.start + "  " + times.lastUse, rect: rect)
        node.isCurrent = summary.isCurrent
        canvas.frame.nodes.append(node)
    }

    /// Draws how far the list has come, and what part of it is shown.
    private func drawState(of list: SessionList, shown: Range<Int>, in panel: Panel, on canvas: inout Canvas) {
        let (row, column) = (panel.lastRow - 1, panel.inside.origin.column)
        let place =
            shown.count < list.summaries.count
            ? words.text(
                .listPlace, String(shown.lowerBound + 1), String(shown.upperBound), String(list.summaries.count)) : ""
        let placeColumns = TextLayout.columns(of: place)
        canvas.write(place, row: row, column: panel.inside.endColumn - placeColumns, style: theme.faint)
        guard let state = state(of: list) else { return }
        canvas.draw(
            [state.drawn], of: Canvas.Fact(id: "list-state", label: words[.sessionsTitle], value: state.text),
            row: shown.isEmpty ? panel.inside.origin.row + 1 : row, column: column + Self.textColumn,
            columns: panel.inside.size.columns - Self.textColumn - (place.isEmpty ? 0 : placeColumns + 1),
            style: theme.faint)
    }

    /// What is said of the list; as data, and as it is drawn.
    private func state(of list: SessionList) -> (text: String, drawn: String)? {
        if case .submitting = list.phase {
            let busy = button(.endSession, busy: .endSessionBusy, phase: list.phase)
            return (words[busy.name], busy.label(in: words))
        }
        let word: Word? =
            switch list.progress {
            case .asked: .sessionsAwaited
            case .failed: .sessionsFailed
            case .told: list.summaries.isEmpty ? .sessionsNone : nil
            }
        return word.map { (words[$0], words[$0]) }
    }
}
