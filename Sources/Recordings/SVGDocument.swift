import TerminalCore

/// An SVG file around the cells of one or several pictures: no script, no font and no other file belong to it.
struct SVGDocument {
    /// The screen's extent in cells.
    let size: Size
    /// The colours.
    let theme: PictureTheme
    /// The text of the `style` element; empty for none.
    var style = ""
    /// The elements behind all text.
    var background: String
    /// Borders, blocks and lines.
    var lines: String
    /// The text.
    var text: String

    /// The fonts to try, of which the last is always there.
    private static let fonts = "DejaVu Sans Mono,Menlo,Consolas,Noto Sans Mono CJK SC,monospace"

    /// The whole file.
    var markup: String {
        let margin = CellMetrics.margin
        let width = size.columns * CellMetrics.width + 2 * margin
        let height = size.rows * CellMetrics.height + 2 * margin
        let frame = "\"\(-margin) \(-margin) \(width) \(height)\""
        var result = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox=\(frame) width="\(width)" height="\(height)">

            """
        if !style.isEmpty { result += "<style>\n\(style)</style>\n" }
        result += """
            <rect x="\(-margin)" y="\(-margin)" width="\(width)" height="\(height)" rx="6" \
            fill="\(theme.background.hex)"/>

            """
        if !background.isEmpty { result += "<g shape-rendering=\"crispEdges\">\n\(background)</g>\n" }
        if !lines.isEmpty { result += "<g>\n\(lines)</g>\n" }
        if !text.isEmpty {
            result += """
                <g font-family="\(Self.fonts)" font-size="\(CellMetrics.fontSize)" text-anchor="middle" \
                fill="\(theme.foreground.hex)">
                \(text)</g>

                """
        }
        return result + "</svg>\n"
    }
}

extension ScreenPicture {
    /// The picture as an SVG file (section 7).
    public var svg: String {
        let markup = PictureMarkup(self)
        return SVGDocument(
            size: size, theme: theme, background: markup.background, lines: markup.lines, text: markup.text
        ).markup
    }
}
