import LoginFlow
import TerminalCore
import TerminalWidgets

/// A form as a framed card, 44 columns wide (section 2).
struct Card {
    /// The card's columns.
    static let columns = 44
    /// Where labels begin, and fields and hints; from the card's left edge.
    private static let labelColumn = 2, fieldColumn = 4
    /// The columns that fields have.
    private static let fieldColumns = 38
    /// The columns between the margins.
    private static let innerColumns = 40

    let picture: FormPicture

    /// The card's rows: three a field, three for check boxes, three for the button, one for the links, and the edges.
    var rows: Int { picture.image.rows + picture.fields.count * 3 + (picture.checkBoxes.isEmpty ? 0 : 3) + 3 + 1 + 2 }

    /// Whether the window has room for the card above the help line.
    func fits(_ size: Size) -> Bool {
        size.columns >= Self.columns && size.rows - 1 >= rows
    }

    /// Draws the card in the middle, `shift` columns aside (L7).
    func draw(on canvas: inout Canvas, shift: Int) {
        let left = (canvas.size.columns - Self.columns) / 2 + shift
        var row = (canvas.size.rows - 1 - rows) / 2
        canvas.frame.buffer.drawBox(
            Rect(row: row, column: left, rows: rows, columns: Self.columns), title: picture.title,
            titleStyle: canvas.theme.strong)
        row += 1
        canvas.draw(
            picture.image, label: picture.title, row: row, column: left + Self.labelColumn, columns: Self.innerColumns)
        row += picture.image.rows
        for field in picture.fields {
            canvas.write(field.label, row: row, column: left + Self.labelColumn)
            canvas.markFocus(field.id, row: row + 1, column: left + Self.labelColumn)
            canvas.draw(field, row: row + 1, column: left + Self.fieldColumn, columns: Self.fieldColumns)
            canvas.write(
                field.hint, row: row + 2, column: left + Self.fieldColumn, columns: Self.fieldColumns)
            if field.id == .password {
                canvas.tellStrength(
                    of: picture, label: field.label,
                    rect: Rect(row: row + 2, column: left + Self.fieldColumn, rows: 1, columns: Self.fieldColumns))
            }
            row += 3
        }
        if !picture.checkBoxes.isEmpty {
            canvas.draw(picture.checkBoxes, row: row + 1, column: left + Self.labelColumn, gap: 3)
            row += 3
        }
        let rect = Rect(row: row, column: left + Self.labelColumn, rows: 3, columns: Self.innerColumns)
        Button(
            label: picture.button.label, isEnabled: picture.isButtonEnabled, isFocused: canvas.focus == .submit
        ).drawBox(in: &canvas.frame.buffer, rect, theme: canvas.theme)
        canvas.markFocus(.submit, row: row + 1, column: left + Self.labelColumn - 1)
        canvas.tellButton(of: picture, rect: rect)
        canvas.draw(picture.links, row: row + 3, column: left + Self.labelColumn, columns: Self.innerColumns)
    }
}

/// A form without a frame, for windows down to 40×12 (section 2).
struct CompactCard {
    /// The columns that it needs.
    static let columns = 40
    /// Where labels begin, and fields, hints and the button.
    private static let labelColumn = 1, fieldColumn = 11
    /// The columns that fields have, and that lie between the margins.
    private static let fieldColumns = 28, innerColumns = 38

    let picture: FormPicture

    private var rows: Int {
        let hints = picture.fields.count { $0.keepsHintRow }
        return 1 + picture.image.rows + picture.fields.count + hints + (picture.checkBoxes.isEmpty ? 0 : 1) + 2
    }

    /// Draws the form in the middle, `shift` columns aside (L7).
    func draw(on canvas: inout Canvas, shift: Int) {
        let left = (canvas.size.columns - Self.columns) / 2 + shift
        var row = max(0, (canvas.size.rows - 1 - rows) / 2)
        canvas.frame.buffer.writeCentered(
            "-- \(picture.title) --", at: Position(row: row, column: left), columns: Self.columns,
            style: canvas.theme.strong)
        row += 1
        canvas.draw(
            picture.image, label: picture.title, row: row, column: left + Self.labelColumn, columns: Self.innerColumns)
        row += picture.image.rows
        for field in picture.fields {
            canvas.write(field.shortLabel, row: row, column: left + Self.labelColumn)
            canvas.markFocus(field.id, row: row, column: left + Self.fieldColumn - 1)
            canvas.draw(field, row: row, column: left + Self.fieldColumn, columns: Self.fieldColumns)
            row += 1
            guard field.keepsHintRow else { continue }
            canvas.write(field.hint, row: row, column: left + Self.fieldColumn, columns: Self.fieldColumns)
            if field.id == .password {
                canvas.tellStrength(
                    of: picture, label: field.label,
                    rect: Rect(row: row, column: left + Self.fieldColumn, rows: 1, columns: Self.fieldColumns))
            }
            row += 1
        }
        if !picture.checkBoxes.isEmpty {
            canvas.draw(picture.checkBoxes, row: row, column: left + Self.labelColumn, gap: 1)
            row += 1
        }
        let button = Button(
            label: picture.button.label, isEnabled: picture.isButtonEnabled, isFocused: canvas.focus == .submit)
        canvas.markFocus(.submit, row: row, column: left + Self.fieldColumn - 1)
        let place = Position(row: row, column: left + Self.fieldColumn)
        let columns = button.drawInline(in: &canvas.frame.buffer, at: place, padding: 2, theme: canvas.theme)
        canvas.tellButton(
            of: picture, rect: Rect(row: row, column: place.column, rows: 1, columns: columns))
        canvas.draw(picture.links, row: row + 1, column: left + Self.labelColumn, columns: Self.innerColumns)
    }
}
