import TerminalCore

extension Canvas {
    /// Draws a picture in the middle of `columns` cells; blank while it is on its way (A5).
    mutating func draw(_ image: FormPicture.Image, row: Int, column: Int, columns: Int) {
    }
}
