import Accounts
import TerminalCore

extension Canvas {
    /// Draws a picture in the middle of `columns` cells, blank while it is on its way, and tells about it (A5).
    mutating func draw(_ image: FormPicture.Image, label: String, row: Int, column: Int, columns: Int) {
        guard case .shown(let picture?) = image else { return }
        let view = PictureView(picture)
        let place = Position(row: row, column: column + (columns - view.size.columns) / 2)
        view.draw(in: &frame.buffer, at: place, glyphs: glyphs)
        let rect = Rect(row: place.row, column: place.column, rows: view.size.rows, columns: view.size.columns)
        frame.nodes.append(Node(image: "picture", label: label, rect: rect))
    }
}
