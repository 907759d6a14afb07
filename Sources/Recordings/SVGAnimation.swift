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
    let document: SVGDocument

    /// Draws `sequence`.
    init(_ sequence: FrameSequence) {
        let pictures = sequence.frames.map(\.picture)
        let size = Size(
            columns: pictures.map(\.size.columns).max() ?? 0, rows: pictures.map(\.size.rows).max() ?? 0)
        let theme = pictures.first?.theme ?? .standard
        var document = SVGDocument(size: size, theme: theme, background: "", lines: "", text: "")
        let still = pictures.lastIndex { !$0.isEmpty } ?? pictures.count - 1
        var keyframes = ""
        for (number, group) in CellHistory(pictures).groups.enumerated() {
            let markup = PictureMarkup(ScreenPicture(group.cells, size: size, theme: theme))
            let isAlwaysShown = group.spans == [0..<pictures.count]
            let isStill = group.spans.contains { $0.contains(still) }
            let start = "<g class=\"\(isStill ? "a" : "a h")\" style=\"animation-name:k\(number)\">\n"
            for (layer, elements) in [
                (\SVGDocument.background, markup.background), (\.lines, markup.lines), (\.text, markup.text),
            ] where !elements.isEmpty {
                document[keyPath: layer] += isAlwaysShown ? elements : start + elements + "</g>\n"
            }
            if !isAlwaysShown { keyframes += Self.keyframes("k\(number)", group.spans, of: sequence) }
        }
        if !keyframes.isEmpty {
            let seconds = Self.decimal(sequence.duration / .seconds(1))
            document.style = """
                .h{visibility:hidden}
                @media (prefers-reduced-motion:no-preference){.a{animation:\(seconds)s step-end infinite}}
                \(keyframes)
                """
        }
        self.document = document
    }

    /// The rule `name`, by which things show during `spans`.
    private static func keyframes(
        _ name: String, _ spans: CellHistory.Spans, of sequence: FrameSequence
    ) -> String {
        func percent(_ frame: Int) -> String {
            frame == 0 ? "0%" : decimal(100 * (sequence.frames[frame].time / sequence.duration)) + "%"
        }
        let shown = spans.map { percent($0.lowerBound) }
        let first = spans.first?.lowerBound == 0 ? [] : ["0%"]
        let hidden = first + spans.filter { $0.upperBound < sequence.frames.count }.map { percent($0.upperBound) }
        return "@keyframes \(name){\(shown.joined(separator: ",")){visibility:visible}"
            + "\(hidden.joined(separator: ",")){visibility:hidden}}\n"
    }

    /// `value` with four decimals at the most.
    private static func decimal(_ value: Double) -> String {
        let rounded = (value * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
