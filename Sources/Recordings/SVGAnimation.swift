import Asciicast
import TerminalCore

extension Cast {
    /// The recording as an SVG file that moves by itself, over and over, as in a README.
    ///
    /// It moves by CSS and holds no script. Where nothing may move (`prefers-reduced-motion`), or nothing can, it is
    /// the picture of the last screen that is not empty, since a full-screen program leaves an empty one behind.
    public var animatedSVG: String { SVGAnimation(FrameSequence(self)).document.markup }
}

/// A moving picture: every cell is drawn once, in a group that shows while the frames last that have it.
struct SVGAnimation {
    /// The file.
    private(set) var document: SVGDocument

    /// When each frame appears, in shares of the whole time.
    private let shares: [Double]

    /// Draws `sequence`.
    init(_ sequence: FrameSequence) {
        var history = CellHistory()
        var times: [Duration] = []
        var size = Size(columns: 0, rows: 0)
        var theme = PictureTheme.standard
        var still = 0
        let duration = sequence.forEach { frame in
            if !frame.picture.isEmpty { still = times.count }
            times.append(frame.time)
            size.columns = max(size.columns, frame.picture.size.columns)
            size.rows = max(size.rows, frame.picture.size.rows)
            theme = frame.picture.theme
            history.append(frame.picture)
        }
        shares = times.map { $0 / duration }
        document = SVGDocument(size: size, theme: theme, background: "", lines: "", text: "")
        var keyframes = ""
        for (number, group) in history.groups.enumerated() {
            let markup = PictureMarkup(ScreenPicture(group.cells, size: size, theme: theme))
            let isAlwaysShown = group.spans == [0..<times.count]
            let isStill = group.spans.contains { $0.contains(still) }
            let start = "<g class=\"\(isStill ? "a" : "a h")\" style=\"animation-name:k\(number)\">\n"
            for (layer, elements) in [
                (\SVGDocument.background, markup.background), (\.lines, markup.lines), (\.text, markup.text),
            ] where !elements.isEmpty {
                document[keyPath: layer] += isAlwaysShown ? elements : start + elements + "</g>\n"
            }
            if !isAlwaysShown { keyframes += self.keyframes("k\(number)", group.spans) }
        }
        if !keyframes.isEmpty {
            let seconds = Self.decimal(duration / .seconds(1))
            document.style = """
                .h{visibility:hidden}
                @media (prefers-reduced-motion:no-preference){.a{animation:\(seconds)s step-end infinite}}
                \(keyframes)
                """
        }
    }

    /// The rule `name`, by which things show during `spans`.
    private func keyframes(_ name: String, _ spans: CellHistory.Spans) -> String {
        func percent(_ frame: Int) -> String { Self.decimal(100 * shares[frame]) + "%" }
        let shown = spans.map { percent($0.lowerBound) }
        let first = spans.first?.lowerBound == 0 ? [] : ["0%"]
        let hidden = first + spans.filter { $0.upperBound < shares.count }.map { percent($0.upperBound) }
        return "@keyframes \(name){\(shown.joined(separator: ",")){visibility:visible}"
            + "\(hidden.joined(separator: ",")){visibility:hidden}}\n"
    }

    /// `value` with four decimals at the most.
    private static func decimal(_ value: Double) -> String {
        let rounded = (value * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
