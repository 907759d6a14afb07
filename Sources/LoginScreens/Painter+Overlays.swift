import Accounts
import LoginFlow
import TerminalCore
import TerminalWidgets

extension Painter {
    /// The columns that an alert takes where there is room.
    ///
    /// Fewer than the card's, whose edges then show on both sides of it.
    private static let alertColumns = 38
    /// The columns that the help takes where there is room.
    private static let helpColumns = 50

    /// Draws an alert over the screen, centred (L13).
    func draw(_ alert: Alert, on canvas: inout Canvas) {
        let columns = min(Self.alertColumns, canvas.size.columns - 2)
        let text = text(of: alert.message)
        let lines = TextLayout.wrapped(text, to: columns - 4, rows: canvas.size.rows - 7, mark: glyphs.ellipsis)
        let rows = lines.count + 6
        let rect = Rect(
            row: (canvas.size.rows - 1 - rows) / 2, column: (canvas.size.columns - columns) / 2, rows: rows,
            columns: columns)
        let title = title(of: alert)
        clear(beneath: rect, on: &canvas)
        canvas.frame.buffer.drawBox(rect, title: title, style: theme.strong, titleStyle: theme.strong)
        for (index, line) in lines.enumerated() {
            let place = Position(row: rect.origin.row + 2 + index, column: rect.origin.column + 2)
            canvas.frame.buffer.writeCentered(line, at: place, columns: columns - 4)
        }
        canvas.frame.alert = Frame.AlertContent(
            id: alert.id, title: title, text: text, buttons: drawButtons(of: alert, in: rect, on: &canvas),
            focus: alert.focus)
        canvas.frame.focus = alert.focus.rawValue
        canvas.frame.buffer.cursor = nil
    }

    private func drawButtons(of alert: Alert, in rect: Rect, on canvas: inout Canvas) -> [Node] {
        let gap = 3
        let labels = alert.buttons.map { label(of: $0) }
        let widths = labels.map { TextLayout.columns(of: Button.inlineText($0)) }
        let total = widths.reduce(0, +) + gap * (widths.count - 1)
        var column = rect.origin.column + (rect.size.columns - total) / 2
        let row = rect.endRow - 2
        return zip(alert.buttons, zip(labels, widths)).map { button, face in
            let isFocused = button == alert.focus
            let text = Button.inlineText(face.0)
            if isFocused { canvas.write(glyphs.focusMark, row: row, column: column - 1, style: theme.strong) }
            canvas.write(text, row: row, column: column, style: isFocused ? theme.focused(theme.strong) : .plain)
            defer { column += face.1 + gap }
            return Node(button, label: face.0, rect: Rect(row: row, column: column, rows: 1, columns: face.1))
        }
    }

    /// Draws the help over the screen: every key that does something there, then the service's own text (L5).
    func drawHelp(page: Int, of flow: Flow, on canvas: inout Canvas) {
        let columns = min(Self.helpColumns, canvas.size.columns - 2)
        let nameColumns = 18
        var lines = KeyBinding.helpRows(for: flow).map { row in
            row.names + String(repeating: " ", count: max(1, nameColumns - row.names.count)) + words[row.word]
        }
        if let text = flow.declaration.information[.help] {
            lines += [""] + TextLayout.wrapped(text, to: columns - 4)
        }
        let rowsAPage = min(lines.count, canvas.size.rows - 5)
        let pages = (lines.count + rowsAPage - 1) / rowsAPage
        let rows = rowsAPage + (pages > 1 ? 4 : 2)
        let shown = ((page % pages) + pages) % pages
        let rect = Rect(
            row: (canvas.size.rows - 1 - rows) / 2, column: (canvas.size.columns - columns) / 2, rows: rows,
            columns: columns)
        clear(around: rect, on: &canvas)
        canvas.frame.buffer.drawBox(
            rect, title: words[.helpTitle], style: theme.strong, titleStyle: theme.strong)
        for (index, line) in lines.dropFirst(shown * rowsAPage).prefix(rowsAPage).enumerated() {
            canvas.write(
                line, row: rect.origin.row + 1 + index, column: rect.origin.column + 2, columns: columns - 4)
        }
        if pages > 1 {
            let place = Position(row: rect.endRow - 2, column: rect.origin.column + 2)
            let text = words.text(.helpPage, String(shown + 1), String(pages))
            canvas.frame.buffer.writeCentered(text, at: place, columns: columns - 4, style: theme.faint)
        }
        canvas.frame.help = Frame.HelpContent(page: shown + 1, pages: pages)
        canvas.frame.focus = nil
        canvas.frame.buffer.cursor = nil
    }

    /// Draws a toast above the help line, or at the top where it would hide the focused element, which it never lies
    /// over, or others that it does not hide there (L12).
    func drawToast(_ text: String, on canvas: inout Canvas) {
        let columns = canvas.size.columns - 4
        let room = canvas.size.rows - 1
        // With an alert open it is the alert's buttons that matter.
        let nodes = canvas.frame.alert?.buttons ?? canvas.frame.nodes
        let focused = nodes.first { $0.id == canvas.frame.focus }?.rect
        let rows = focused.map { max($0.origin.row, room - $0.endRow) } ?? room
        let lines = TextLayout.wrapped(text, to: columns - 2, rows: rows, mark: glyphs.ellipsis)
        let widest = lines.map { TextLayout.columns(of: $0) }.max() ?? 0
        let bottom = room - lines.count
        let hidesFocus = focused.map { $0.endRow > bottom } ?? false
        let elements = nodes.map(\.rect)
        let hidesOthersBelowOnly =
            elements.contains { $0.endRow > bottom } && !elements.contains { $0.origin.row < lines.count }
        let rect = Rect(
            row: hidesFocus || hidesOthersBelowOnly ? 0 : bottom, column: (canvas.size.columns - widest - 2) / 2,
            rows: lines.count,
            columns: widest + 2)
        // Nor may parts of what it lies over look out beside it.
        canvas.frame.buffer.fill(
            Rect(row: rect.origin.row, column: 0, rows: rect.size.rows, columns: canvas.size.columns))
        canvas.frame.buffer.fill(rect, with: Cell(" ", style: theme.toast))
        for (index, line) in lines.enumerated() {
            canvas.write(line, row: rect.origin.row + index, column: rect.origin.column + 1, style: theme.toast)
        }
        canvas.frame.toast = text
    }

    /// Blanks the columns beside an alert, or all that it lies over where a corner of that would look out.
    private func clear(beneath rect: Rect, on canvas: inout Canvas) {
        let buffer = canvas.frame.buffer
        let hasCorner = (rect.origin.row..<rect.endRow).contains { row in
            (0..<rect.origin.column - 1).contains { column in
                ["┌", "└"].contains(buffer[Position(row: row, column: column)].text)
            }
        }
        guard hasCorner else { return clear(around: rect, on: &canvas) }
        canvas.frame.buffer.fill(Rect(row: 0, column: 0, rows: canvas.size.rows, columns: canvas.size.columns))
    }

    /// Blanks a column on either side of what lies over the screen, so that its edge stands out.
    private func clear(around rect: Rect, on canvas: inout Canvas) {
        canvas.frame.buffer.fill(
            Rect(
                row: rect.origin.row, column: rect.origin.column - 1, rows: rect.size.rows,
                columns: rect.size.columns + 2))
    }
}
