import LoginFlow
import TerminalCore
import TerminalWidgets

/// A form laid out in a window.
protocol FormCard {
    /// What the form shows.
    var picture: FormPicture { get }

    /// Draws what stands around and beside the fields: frame, title, image and labels.
    func drawHead(on canvas: inout Canvas)
    /// The cells of the field at `index` and of its hint.
    func area(ofField index: Int) -> Rect
    /// Draws the check boxes.
    func drawCheckBoxes(on canvas: inout Canvas)
    /// Draws the button that submits.
    func drawButton(on canvas: inout Canvas)
    /// Draws the links.
    func drawLinks(on canvas: inout Canvas)
}

extension FormCard {
    /// Draws the whole form.
    func draw(on canvas: inout Canvas) {
        drawHead(on: &canvas)
        for index in picture.fields.indices {
            drawField(at: index, on: &canvas)
            drawHint(at: index, on: &canvas)
        }
        drawCheckBoxes(on: &canvas)
        drawButton(on: &canvas)
        drawLinks(on: &canvas)
    }

    /// Draws what differs from `old`, which the canvas shows and which has the same parts.
    func redraw(on canvas: inout Canvas, over old: FormPicture) {
        for index in picture.fields.indices {
            let (field, oldField) = (picture.fields[index], old.fields[index])
            if !field.looksTheSame(as: oldField) {
                canvas.frame.buffer.fill(area(ofField: index).row(0))
                drawField(at: index, on: &canvas)
            }
            if field.hint != oldField.hint || picture.strength != old.strength {
                canvas.frame.buffer.fill(area(ofField: index).row(1))
                drawHint(at: index, on: &canvas)
            }
        }
        if picture.isButtonEnabled != old.isButtonEnabled { drawButton(on: &canvas) }
    }

    private func drawField(at index: Int, on canvas: inout Canvas) {
        let area = area(ofField: index)
        canvas.draw(
            picture.fields[index], row: area.origin.row, column: area.origin.column, columns: area.size.columns)
    }

    private func drawHint(at index: Int, on canvas: inout Canvas) {
        let (field, row) = (picture.fields[index], area(ofField: index).row(1))
        guard row.size.rows > 0 else { return }
        canvas.write(field.hint, row: row.origin.row, column: row.origin.column, columns: row.size.columns)
        if field.id == .password { canvas.tellStrength(of: picture, label: field.label, rect: row) }
    }
}

extension Rect {
    /// The row at `index` from its top; none where it has fewer.
    fileprivate func row(_ index: Int) -> Rect {
        Rect(
            row: origin.row + index, column: origin.column, rows: index < size.rows ? 1 : 0, columns: size.columns)
    }
}

/// A form as a framed card, 44 columns wide (section 2).
struct Card: FormCard {
    /// The card's columns.
    static let columns = 44
    /// Where labels begin, and fields and hints; from the card's left edge.
    private static let labelColumn = 2, fieldColumn = 4
    /// The columns that fields have.
    private static let fieldColumns = 38
    /// The columns between the margins.
    private static let innerColumns = 40

    let picture: FormPicture
    private let rect: Rect

    /// Places the card in the middle of a window of `size`, above the help line, and `shift` columns aside (L7).
    ///
    /// Nil where the window has no room for it.
    init?(_ picture: FormPicture, in size: Size, shift: Int) {
        // Three rows a field, three for check boxes, three for the button, one for the links, and the edges.
        let rows = picture.image.rows + picture.fields.count * 3 + (picture.checkBoxes.isEmpty ? 0 : 3) + 3 + 1 + 2
        guard size.columns >= Self.columns, size.rows - 1 >= rows else { return nil }
        self.picture = picture
        rect = Rect(
            row: (size.rows - 1 - rows) / 2, column: (size.columns - Self.columns) / 2 + shift, rows: rows,
            columns: Self.columns)
    }

    func drawHead(on canvas: inout Canvas) {
        let title = canvas.words[picture.title]
        canvas.frame.buffer.drawBox(rect, title: title, titleStyle: canvas.theme.strong)
        if picture.isUnencrypted {
            canvas.frame.buffer.writeCentered(
                " " + canvas.words[.notEncrypted] + " ",
                at: Position(row: rect.endRow - 1, column: rect.origin.column), columns: Self.columns,
                style: canvas.theme.bad)
        }
        canvas.draw(
            picture.image, label: title, row: rect.origin.row + 1, column: labelColumn, columns: Self.innerColumns)
        for (index, field) in picture.fields.enumerated() {
            let row = area(ofField: index).origin.row
            canvas.write(canvas.words[field.label], row: row - 1, column: labelColumn)
            canvas.markFocus(field.id, row: row, column: labelColumn)
        }
    }

    func area(ofField index: Int) -> Rect {
        Rect(
            row: rect.origin.row + picture.image.rows + 2 + index * 3, column: rect.origin.column + Self.fieldColumn,
            rows: 2, columns: Self.fieldColumns)
    }

    func drawCheckBoxes(on canvas: inout Canvas) {
        canvas.draw(picture.checkBoxes, row: rect.endRow - 7, column: labelColumn, gap: 3)
    }

    func drawButton(on canvas: inout Canvas) {
        let area = Rect(row: rect.endRow - 5, column: labelColumn, rows: 3, columns: Self.innerColumns)
        let button = Button(
            label: picture.button.label(in: canvas.words), isEnabled: picture.isButtonEnabled,
            isFocused: canvas.focus == .submit)
        button.drawBox(in: &canvas.frame.buffer, area, theme: canvas.theme)
        canvas.markFocus(.submit, row: area.origin.row + 1, column: labelColumn - 1)
        canvas.tellButton(of: picture, rect: area)
    }

    func drawLinks(on canvas: inout Canvas) {
        canvas.draw(picture.links, row: rect.endRow - 2, column: labelColumn, columns: Self.innerColumns)
    }

    private var labelColumn: Int { rect.origin.column + Self.labelColumn }
}

/// A form without a frame, for windows down to 40×12 (section 2).
struct CompactCard: FormCard {
    /// The columns that it needs.
    static let columns = 40
    /// Where labels begin, and fields, hints and the button.
    private static let labelColumn = 1, fieldColumn = 11
    /// The columns that fields have, and that lie between the margins.
    private static let fieldColumns = 28, innerColumns = 38

    let picture: FormPicture
    private let origin: Position

    /// Places the form in the middle of a window of `size`, `shift` columns aside (L7).
    init(_ picture: FormPicture, in size: Size, shift: Int) {
        self.picture = picture
        let hints = picture.fields.count { $0.keepsHintRow }
        let rows = 1 + picture.image.rows + picture.fields.count + hints + (picture.checkBoxes.isEmpty ? 0 : 1) + 2
        origin = Position(row: max(0, (size.rows - 1 - rows) / 2), column: (size.columns - Self.columns) / 2 + shift)
    }

    func drawHead(on canvas: inout Canvas) {
        let title = canvas.words[picture.title]
        let warning = picture.isUnencrypted ? " \(canvas.words[.notEncrypted]) --" : ""
        canvas.frame.buffer.writeCentered(
            "-- \(title) --\(warning)", at: origin, columns: Self.columns, style: canvas.theme.strong)
        canvas.draw(
            picture.image, label: title, row: origin.row + 1, column: labelColumn, columns: Self.innerColumns)
        for (index, field) in picture.fields.enumerated() {
            let row = area(ofField: index).origin.row
            canvas.write(canvas.words[field.shortLabel], row: row, column: labelColumn)
            canvas.markFocus(field.id, row: row, column: fieldColumn - 1)
        }
    }

    func area(ofField index: Int) -> Rect {
        let rows = picture.fields[..<index].reduce(0) { $0 + ($1.keepsHintRow ? 2 : 1) }
        return Rect(
            row: origin.row + 1 + picture.image.rows + rows, column: fieldColumn,
            rows: picture.fields[index].keepsHintRow ? 2 : 1, columns: Self.fieldColumns)
    }

    func drawCheckBoxes(on canvas: inout Canvas) {
        canvas.draw(picture.checkBoxes, row: fieldsEndRow, column: labelColumn, gap: 1)
    }

    func drawButton(on canvas: inout Canvas) {
        let place = Position(row: buttonRow, column: fieldColumn)
        let button = Button(
            label: picture.button.label(in: canvas.words), isEnabled: picture.isButtonEnabled,
            isFocused: canvas.focus == .submit)
        canvas.markFocus(.submit, row: place.row, column: place.column - 1)
        let columns = button.drawInline(in: &canvas.frame.buffer, at: place, padding: 2, theme: canvas.theme)
        canvas.tellButton(of: picture, rect: Rect(row: place.row, column: place.column, rows: 1, columns: columns))
    }

    func drawLinks(on canvas: inout Canvas) {
        canvas.draw(picture.links, row: buttonRow + 1, column: labelColumn, columns: Self.innerColumns)
    }

    private var labelColumn: Int { origin.column + Self.labelColumn }

    private var fieldColumn: Int { origin.column + Self.fieldColumn }

    private var fieldsEndRow: Int { area(ofField: picture.fields.count - 1).endRow }

    private var buttonRow: Int { fieldsEndRow + (picture.checkBoxes.isEmpty ? 0 : 1) }
}
