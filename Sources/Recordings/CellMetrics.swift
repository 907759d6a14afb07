/// The pixels of a cell in pictures.
enum CellMetrics {
    /// From one cell to the next in a row.
    static let width = 9
    /// From one row to the next.
    static let height = 18
    /// The size of the font; a monospaced glyph is then as wide as a cell, near enough.
    static let fontSize = 15
    /// From the top of a cell to the line that its glyph stands on.
    static let baseline = 14
    /// Around the cells.
    static let margin = 8
    /// The column that vertical lines of box drawing run in.
    static let centerX = 4
    /// The row that horizontal lines of box drawing run in.
    static let centerY = 9
}
