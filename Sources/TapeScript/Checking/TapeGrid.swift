import TerminalCore

/// How many cells a window has that a tape describes in pixels.
///
/// A tape that gives no measure has 80 columns and 24 rows. One that gives any gets the cells that fit into the
/// picture, whose other measures are those of VHS: 1200 by 600 pixels with a padding of 60, at a font size of 22. Cells
/// are those of JetBrains Mono, the font of VHS: 0.6 of the font size and the letter spacing (1) wide, rounded; 1.32 of
/// the font size, rounded up, times the line height high, rounded down. Padding and margin count on both sides, and a
/// window bar takes its size off the height.
///
/// `Set Columns` and `Set Rows` win over that.
struct TapeGrid {
    private var measures: [TapeSetting.Measure: Double] = [:]
    private var hasBar = false
    private var columns: Int?
    private var rows: Int?

    /// Takes note of `setting`, if it matters here.
    mutating func apply(_ setting: TapeSetting) {
        switch setting {
        case .measure(let measure, let value): measures[measure] = value
        case .videoOnly(.windowBar, let bar): hasBar = !bar.isEmpty
        case .columns(let number): columns = number
        case .rows(let number): rows = number
        default: break
        }
    }

    /// The window, each side at most 1000; nil where there is no room for two columns and a row.
    var size: Size? {
        guard let size = measures.isEmpty ? Size(columns: 80, rows: 24) : fitting else { return nil }
        let result = Size(columns: columns ?? size.columns, rows: rows ?? size.rows)
        return result.columns < 2 && columns == nil || result.rows < 1 && rows == nil ? nil : result
    }

    private var fitting: Size? {
        func measure(_ measure: TapeSetting.Measure, _ standard: Double) -> Double { measures[measure] ?? standard }
        let fontSize = measure(.fontSize, 22)
        let cellWidth = (fontSize * 0.6).rounded() + measure(.letterSpacing, 1).rounded()
        let cellHeight = ((fontSize * 1.32).rounded(.up) * measure(.lineHeight, 1)).rounded(.down)
        let edges = 2 * (measure(.padding, 60) + measure(.margin, 0))
        let bar = hasBar ? measure(.windowBarSize, 30) : 0
        let columns = (measure(.width, 1200) - edges) / max(1, cellWidth)
        let rows = (measure(.height, 600) - edges - bar) / max(1, cellHeight)
        return Size(columns: Int(min(1000, max(0, columns))), rows: Int(min(1000, max(0, rows))))
    }
}
