import LoginFlow
import TerminalCore
import TerminalWidgets

extension Painter {
    /// Draws home: who is logged in, and the way out (H2).
    func draw(_ home: Home, on canvas: inout Canvas) {
        let rows = 10
        let columns = min(Card.columns, canvas.size.columns)
        let rect = Rect(
            row: (canvas.size.rows - 1 - rows) / 2, column: (canvas.size.columns - columns) / 2, rows: rows,
            columns: columns)
        canvas.frame.buffer.drawBox(rect, title: words[.homeTitle], titleStyle: theme.strong)
        let user = home.session.user
        let lastLogin = user.lastVisit.map { words.text(.lastLoginFrom, formatTime($0.time), $0.peer) }
        let facts: [(id: String, label: Word, value: String)] = [
            ("user", .userLabel, user.account), ("user-id", .userIDLabel, user.id ?? "-"),
            ("last-login", .lastLoginLabel, lastLogin ?? words[.firstLogin]),
        ]
        for (index, fact) in facts.enumerated() {
            let row = rect.origin.row + 2 + index
            let column = rect.origin.column + 14
            canvas.write(words[fact.label], row: row, column: rect.origin.column + 2)
            // Half an address would be another address: the last fact may take the row below, which is free.
            let isLast = index == facts.count - 1
            let lines = isLast ? Array(TextLayout.wrapped(fact.value, to: columns - 16).prefix(2)) : [fact.value]
            for (offset, line) in lines.enumerated() {
                canvas.write(line, row: row + offset, column: column, columns: columns - 16)
            }
            canvas.frame.nodes.append(
                Node(
                    status: fact.id, label: words[fact.label], value: fact.value,
                    rect: Rect(row: row, column: column, rows: lines.count, columns: columns - 16)))
        }
        let button = Rect(row: rect.origin.row + 6, column: rect.origin.column + 2, rows: 3, columns: columns - 4)
        let isFocused = canvas.focus == .logOut
        Button(label: words[.logOut], isFocused: isFocused).drawBox(in: &canvas.frame.buffer, button, theme: theme)
        canvas.markFocus(.logOut, row: button.origin.row + 1, column: button.origin.column - 1)
        canvas.frame.nodes.append(Node(.logOut, role: .button, label: words[.logOut], rect: button))
    }
}
