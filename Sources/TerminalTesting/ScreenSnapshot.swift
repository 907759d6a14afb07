import TerminalCore

/// A screen as text that people can review: rows, cursor and, on request, the runs of cells that look special.
///
/// ```
/// 20×3 cursor 1,10
/// ┌────────────────────┐
/// │Password:           │
/// │          ▲         │
/// │  [  Log in  ]      │
/// │                    │
/// └────────────────────┘
/// 1:2-13 bold index(15) on index(160)
/// ```
///
/// The first line tells the size in columns and rows, the cursor's row and column counted from 0, or `hidden`, and
/// `alternate` while the alternate screen is active. A `▲` under its row marks the cursor that shows. A run is
/// `row:first-last` with both columns counted, its attributes, and colours as `foreground on background`, where
/// `standard` is the terminal's own. Cells in the terminal's own style have no run.
public struct ScreenSnapshot: Equatable, Sendable, CustomStringConvertible {
    /// The screen in the notation above.
    public let description: String
    /// The same without runs, for a failure's text.
    let drawing: String

    /// Takes the picture of `screen`.
    ///
    /// - Parameters:
    ///   - screen: what to picture.
    ///   - includesStyles: whether runs of styled cells are listed below the rows.
    public init(_ screen: TerminalEmulator, includesStyles: Bool = true) {
        let size = screen.size
        let cursor = screen.cursor
        var lines = [
            "\(size.columns)×\(size.rows) cursor "
                + (screen.isCursorVisible ? "\(cursor.row),\(cursor.column)" : "hidden")
                + (screen.isAlternateScreenActive ? " alternate" : "")
        ]
        let border = String(repeating: "─", count: size.columns)
        lines.append("┌\(border)┐")
        for row in 0..<size.rows {
            lines.append("│\(screen.cells(ofRow: row).map(\.text).joined())│")
            if screen.isCursorVisible, row == cursor.row {
                let rest = max(0, size.columns - cursor.column - 1)
                lines.append(
                    "│" + String(repeating: " ", count: cursor.column) + "▲" + String(repeating: " ", count: rest)
                        + "│")
            }
        }
        lines.append("└\(border)┘")
        drawing = lines.joined(separator: "\n")
        if includesStyles {
            lines += (0..<size.rows).flatMap { Self.runs(of: screen.cells(ofRow: $0), row: $0) }
        }
        description = lines.joined(separator: "\n") + "\n"
    }

    /// The runs of equal style in `cells`, except those in the terminal's own.
    private static func runs(of cells: [ScreenCell], row: Int) -> [String] {
        var runs: [String] = []
        var first = 0
        for column in 1...cells.count where column == cells.count || cells[column].style != cells[first].style {
            if cells[first].style != .plain {
                runs.append("\(row):\(first)-\(column - 1) \(cells[first].style.notation)")
            }
            first = column
        }
        return runs
    }
}

extension ScreenStyle {
    /// Attributes and colours as a snapshot writes them.
    fileprivate var notation: String {
        let names: [(Attributes, String)] = [
            (.bold, "bold"), (.underline, "underline"), (.italic, "italic"), (.blink, "blink"),
            (.reverse, "reverse"), (.strikethrough, "strikethrough"), (.dim, "dim"), (.concealed, "concealed"),
        ]
        var words = names.filter { attributes.contains($0.0) }.map(\.1)
        if foreground != .standard || background != .standard {
            words.append("\(foreground.notation) on \(background.notation)")
        }
        return words.joined(separator: " ")
    }
}

extension ScreenColor {
    /// The colour as a snapshot writes it.
    fileprivate var notation: String {
        switch self {
        case .standard: "standard"
        case .index(let index): "index(\(index))"
        case .rgb(let red, let green, let blue): "rgb(\(red),\(green),\(blue))"
        }
    }
}
