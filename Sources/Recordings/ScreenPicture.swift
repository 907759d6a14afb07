import Asciicast
import TerminalCore
import TerminalTesting

/// What a screen looks like: its cells in the colours they are drawn in, the cursor being one of them.
public struct ScreenPicture: Equatable, Sendable {
    /// The cells from the top left, `size.rows` rows of `size.columns`; nil where nothing but the background shows, and
    /// for the right half of a wide character.
    private(set) var rows: [[PictureCell?]]
    /// The picture's extent.
    public let size: Size
    /// The colours that it is drawn in.
    let theme: PictureTheme

    /// Takes the picture of `screen`.
    ///
    /// A cursor that shows is a block. Blinking text is drawn steadily, and concealed text not at all.
    public init(_ screen: TerminalEmulator, theme: PictureTheme = .standard) {
        self.theme = theme
        let size = screen.size
        self.size = size
        rows = (0..<size.rows).map { row in
            screen.cells(ofRow: row).map { $0.columns == 0 ? nil : PictureCell($0, theme: theme) }
        }
        guard screen.isCursorVisible else { return }
        var cursor = screen.cursor
        // On the right half of a wide character the whole of it is covered.
        if screen.cell(at: cursor).columns == 0 { cursor.column -= 1 }
        guard rows.indices.contains(cursor.row), rows[cursor.row].indices.contains(cursor.column) else { return }
        rows[cursor.row][cursor.column] = PictureCell(screen.cell(at: cursor), theme: theme, isUnderCursor: true)
    }

    /// Whether nothing shows but the background.
    var isEmpty: Bool { rows.allSatisfy { $0.allSatisfy { $0 == nil } } }

    /// Makes a picture of `cells`, and of nothing where there are none.
    init(_ cells: [Position: PictureCell], size: Size, theme: PictureTheme) {
        self.size = size
        self.theme = theme
        rows = Array(repeating: Array(repeating: nil, count: size.columns), count: size.rows)
        for (position, cell) in cells { rows[position.row][position.column] = cell }
    }
}

/// A cell in the colours that it is drawn in.
struct PictureCell: Hashable, Sendable {
    /// A character and the marks on it; empty where only the background shows.
    let text: String
    /// The columns that it takes, 1 or 2.
    let columns: Int
    /// The colour of the text.
    let foreground: RGBColor
    /// The colour behind it.
    let background: RGBColor
    /// Those of bold, italic, underlined and struck through that apply.
    let attributes: ScreenStyle.Attributes

    /// Resolves the look of `cell`; nil where that is the bare background.
    init?(_ cell: ScreenCell, theme: PictureTheme, isUnderCursor: Bool = false) {
        let style = cell.style
        var front = theme.color(style.foreground, standard: theme.foreground)
        var back = theme.color(style.background, standard: theme.background)
        if style.attributes.contains(.reverse) { swap(&front, &back) }
        if isUnderCursor {
            swap(&front, &back)
        } else if style.attributes.contains(.dim) {
            front = front.mixed(with: back, share: 0.45)
        }
        let isBlank = cell.text == " " || cell.text == "\u{A0}" || style.attributes.contains(.concealed)
        text = isBlank ? "" : cell.text
        columns = cell.columns
        foreground = front
        background = back
        attributes = style.attributes.intersection([.bold, .italic, .underline, .strikethrough])
        if isBlank, back == theme.background, attributes.isDisjoint(with: [.underline, .strikethrough]) { return nil }
    }
}
