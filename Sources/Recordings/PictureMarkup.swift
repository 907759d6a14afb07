import Asciicast
import TerminalTesting

/// The SVG elements that draw the cells of a picture, without a document around them.
///
/// Each character is placed by itself in the middle of its cell, so that no font's widths matter; what has to meet its
/// neighbours (backgrounds, borders, blocks, underlines) is drawn in whole pixels. Text is the only thing that a font
/// is needed for.
///
/// Large areas have crisp edges, so that those of different colours show no seam at any scale. Thin ones do not:
/// between the centres of a smaller picture's pixels they would vanish, where now they get paler.
struct PictureMarkup {
    /// What lies behind all text: elements for a group with `shape-rendering="crispEdges"`; may be empty.
    let background: String
    /// Borders, blocks and lines, for a group above it; may be empty.
    let lines: String
    /// Text, for a group with the font and `text-anchor="middle"` above that; may be empty.
    let text: String

    /// Draws `picture`.
    init(_ picture: ScreenPicture) {
        var backgrounds: [RGBColor: [PixelRect]] = [:]
        var lines: [RGBColor: [PixelRect]] = [:]
        var arcs: [RGBColor: String] = [:]
        var text = ""
        for (row, cells) in picture.rows.enumerated() {
            let y = row * CellMetrics.height
            for (column, cell) in cells.enumerated() {
                guard let cell else { continue }
                let x = column * CellMetrics.width
                let width = cell.columns * CellMetrics.width
                func add(to layer: inout [RGBColor: [PixelRect]], _ color: RGBColor, y: Int, height: Int) {
                    layer[color, default: []].append(PixelRect(x: x, y: y, width: width, height: height))
                }
                if cell.background != picture.theme.background {
                    add(to: &backgrounds, cell.background, y: y, height: CellMetrics.height)
                }
                if cell.attributes.contains(.underline) {
                    add(to: &lines, cell.foreground, y: y + CellMetrics.baseline + 2, height: 1)
                }
                if cell.attributes.contains(.strikethrough) {
                    add(to: &lines, cell.foreground, y: y + CellMetrics.centerY, height: 1)
                }
                if let box = BoxDrawing(cell.text) {
                    if box.isArc {
                        arcs[cell.foreground, default: ""] += box.arc(x: x, y: y)
                    } else {
                        lines[cell.foreground, default: []] += box.rects(x: x, y: y)
                    }
                } else if let block = BlockElement(cell.text) {
                    let color = cell.foreground.mixed(with: cell.background, share: block.backgroundShare)
                    lines[color, default: []] += block.rects.map {
                        PixelRect(x: x + $0.x, y: y + $0.y, width: $0.width, height: $0.height)
                    }
                }
            }
            text += Self.text(of: cells, y: y + CellMetrics.baseline, theme: picture.theme)
        }
        let joined = lines.mapValues(PixelRect.joined)
        background = Self.paths(backgrounds.mapValues(PixelRect.joined))
        self.lines =
            Self.paths(joined.mapValues { $0.filter { !$0.isThin } }, " shape-rendering=\"crispEdges\"")
            + Self.paths(joined.mapValues { $0.filter(\.isThin) })
            + arcs.sorted { $0.key.hex < $1.key.hex }.map {
                "<path fill=\"none\" stroke=\"\($0.key.hex)\" d=\"\($0.value)\"/>\n"
            }.joined()
        self.text = text
    }

    /// One path for each colour, in an order that does not change.
    private static func paths(_ layer: [RGBColor: [PixelRect]], _ attribute: String = "") -> String {
        layer.filter { !$0.value.isEmpty }.sorted { $0.key.hex < $1.key.hex }.map { color, rects in
            "<path fill=\"\(color.hex)\"\(attribute) d=\"\(rects.map(\.pathData).joined())\"/>\n"
        }.joined()
    }

    /// The characters of one row; those of one look in a row share an element.
    private static func text(of cells: [PictureCell?], y: Int, theme: PictureTheme) -> String {
        var result = ""
        var look: Look?
        for (column, cell) in cells.enumerated() {
            guard let cell, !cell.text.isEmpty, BoxDrawing(cell.text) == nil, BlockElement(cell.text) == nil
            else { continue }
            if look != Look(cell) {
                if look != nil { result += "</text>\n" }
                look = Look(cell)
                result += "<text y=\"\(y)\"\(Look(cell).attributes(standard: theme.foreground))>"
            }
            // Halves come out whole: the middle of a cell 9 wide is at 4.5.
            let middle = Double(column * CellMetrics.width) + Double(cell.columns * CellMetrics.width) / 2
            let place = middle == middle.rounded() ? "\(Int(middle))" : "\(middle)"
            result += "<tspan x=\"\(place)\">\(XMLText.escaped(cell.text))</tspan>"
        }
        return look == nil ? result : result + "</text>\n"
    }

    /// What the attributes of a `text` element tell.
    private struct Look: Equatable {
        let color: RGBColor
        let isBold: Bool
        let isItalic: Bool

        init(_ cell: PictureCell) {
            color = cell.foreground
            isBold = cell.attributes.contains(.bold)
            isItalic = cell.attributes.contains(.italic)
        }

        func attributes(standard: RGBColor) -> String {
            (color == standard ? "" : " fill=\"\(color.hex)\"") + (isBold ? " font-weight=\"bold\"" : "")
                + (isItalic ? " font-style=\"italic\"" : "")
        }
    }
}

/// Text inside XML.
enum XMLText {
    /// `text` with markup escaped, and U+FFFD in place of what XML 1.0 cannot hold (section 2.2 there).
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
