import LoginFlow
import TerminalCore
import TerminalWidgets

/// A frame in the making: what is drawn and what is told about it go together.
struct Canvas {
    /// What has been drawn so far.
    var frame: Frame
    /// The words of the screen's language.
    let words: Words
    /// The looks of things.
    let theme: Theme
    /// The characters that stand for things.
    let glyphs: Glyphs
    /// The focused element; nil while something else, an alert or the help, takes the keys.
    let focus: ElementID?

    /// The window's extent.
    var size: Size { frame.buffer.size }

    /// Writes text in one look.
    mutating func write(_ text: String, row: Int, column: Int, style: Style = .plain, columns: Int = .max) {
        frame.buffer.write(text, at: Position(row: row, column: column), style: style, columns: columns)
    }

    /// Writes runs of text one behind the other, clipped after `columns` cells.
    mutating func write(_ spans: [FormPicture.Span], row: Int, column: Int, columns: Int) {
        var used = 0
        for span in spans {
            let text = TextLayout.truncated(span.text, to: columns - used, mark: glyphs.ellipsis)
            used += frame.buffer.write(
                text, at: Position(row: row, column: column + used), style: span.style, columns: columns - used)
        }
    }

    /// Marks the focused element with `>` in the cell before it.
    mutating func markFocus(_ element: ElementID, row: Int, column: Int) {
        guard element == focus else { return }
        write(glyphs.focusMark, row: row, column: column, style: theme.strong)
    }

    /// Draws a field's text, with the button at the right of its row, and tells about both.
    mutating func draw(_ field: FormPicture.Field, row: Int, column: Int, columns: Int) {
        guard let button = field.button else { return drawText(of: field, row: row, column: column, columns: columns) }
        let label = field.buttonLabel(button, in: words, columns: columns)
        let width = TextLayout.columns(of: label)
        // Between them the focus mark, with a cell before it.
        drawText(of: field, row: row, column: column, columns: max(1, columns - width - 2))
        let start = column + columns - width
        markFocus(button.id, row: row, column: start - 1)
        write(
            label, row: row, column: start,
            style: look(button.isEnabled ? theme.link : theme.faint, of: button.id))
        var node = Node(
            button.id, role: .button, label: label, rect: Rect(row: row, column: start, rows: 1, columns: width))
        node.isEnabled = button.isEnabled
        tell(node)
    }

    private mutating func drawText(of field: FormPicture.Field, row: Int, column: Int, columns: Int) {
        let cursor = field.content.draw(
            in: &frame.buffer, at: Position(row: row, column: column), columns: columns,
            placeholder: field.placeholder(in: words, columns: columns, mark: glyphs.ellipsis), theme: theme)
        if field.id == focus { frame.buffer.cursor = cursor }
        var node = Node(
            field.id, role: .textbox, label: words[field.label],
            rect: Rect(row: row, column: column, rows: 1, columns: columns))
        node.value = field.value
        node.isValid = field.isValid
        tell(node)
    }

    /// Draws check boxes in a row, `gap` cells between them, and tells about them.
    mutating func draw(_ boxes: [FormPicture.CheckBox], row: Int, column: Int, gap: Int) {
        var column = column
        for box in boxes {
            let text = "[" + (box.isChecked ? glyphs.check : " ") + "] " + words[box.label]
            let columns = TextLayout.columns(of: text)
            markFocus(box.id, row: row, column: column - 1)
            write(text, row: row, column: column, style: look(.plain, of: box.id))
            var node = Node(
                box.id, role: .checkbox, label: words[box.label],
                rect: Rect(row: row, column: column, rows: 1, columns: columns))
            node.isChecked = box.isChecked
            frame.nodes.append(node)
            column += columns + gap
        }
    }

    /// Draws the first link at the left of `columns` cells and the second at their right, and tells about them.
    mutating func draw(_ links: [FormPicture.Link], row: Int, column: Int, columns: Int) {
        for (index, link) in links.enumerated() {
            let width = TextLayout.columns(of: words[link.label])
            draw(link, row: row, column: index == 0 ? column : column + columns - width)
        }
    }

    /// Draws a link and tells about it.
    mutating func draw(_ link: FormPicture.Link, row: Int, column: Int) {
        let label = words[link.label]
        let rect = Rect(row: row, column: column, rows: 1, columns: TextLayout.columns(of: label))
        markFocus(link.id, row: row, column: column - 1)
        write(label, row: row, column: column, style: look(theme.link, of: link.id))
        let role: Node.Role = link.id.role == .button ? .button : .link
        frame.nodes.append(Node(link.id, role: role, label: label, rect: rect))
    }

    /// Draws text that tells a value, in as many rows as `lines`, each cut to `columns` cells, and tells about it.
    mutating func draw(_ lines: [String], of fact: Fact, row: Int, column: Int, columns: Int, style: Style = .plain) {
        for (offset, line) in lines.enumerated() {
            write(
                TextLayout.truncated(line, to: columns, mark: glyphs.ellipsis), row: row + offset, column: column,
                style: style)
        }
        let rect = Rect(row: row, column: column, rows: lines.count, columns: columns)
        frame.nodes.append(Node(status: fact.id, label: fact.label, value: fact.value, rect: rect))
    }

    /// Something that is told and cannot be changed.
    struct Fact {
        let id: String
        let label: String
        let value: String
    }

    /// Tells about the button that submits, which is drawn at `rect`.
    mutating func tellButton(of picture: FormPicture, rect: Rect) {
        var node = Node(.submit, role: .button, label: words[picture.button.name], rect: rect)
        node.isEnabled = picture.isButtonEnabled
        tell(node)
    }

    /// Tells about the measure of a new password, which the hint at `rect` shows.
    mutating func tellStrength(of picture: FormPicture, label: Word, rect: Rect) {
        guard let strength = picture.strength else { return }
        var node = Node(.strength, role: .meter, label: words[label], rect: rect)
        node.value = .text(String(strength))
        tell(node)
    }

    /// Tells about an element, in the place of what was told about it before.
    private mutating func tell(_ node: Node) {
        if let index = frame.nodes.firstIndex(where: { $0.id == node.id }) {
            frame.nodes[index] = node
        } else {
            frame.nodes.append(node)
        }
    }

    private func look(_ style: Style, of element: ElementID) -> Style {
        element == focus ? theme.focused(style) : style
    }
}
