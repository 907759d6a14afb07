import TerminalCore

/// The looks of things, for the colours that the terminal has.
///
/// No state is told by colour alone: without colours, bold, reverse, underline and brackets say the same.
public struct Theme: Sendable {
    /// The colours that may be used.
    public let depth: ColorDepth

    /// Makes the theme for `depth`.
    public init(depth: ColorDepth) {
        self.depth = depth
    }

    /// A title, or what is worth a look.
    public var strong: Style { Style(attributes: .bold) }

    /// A placeholder, or what steps back.
    public var faint: Style { Style(attributes: .dim) }

    /// A link.
    public var link: Style { Style(attributes: .underline) }

    /// A rule that is kept.
    public var good: Style { depth == .monochrome ? .plain : Style(foreground: Color(2)) }

    /// A rule that is broken, or trouble.
    public var bad: Style {
        depth == .monochrome ? strong : Style(foreground: Color(1), attributes: .bold)
    }

    /// A line that lies over the screen for a while.
    public var toast: Style { Style(attributes: .reverse) }

    /// A button that can be pressed: bold white on red (L2).
    public var enabledButton: Style {
        switch depth {
        case .monochrome: strong
        case .eight: Style(foreground: Color(7), background: Color(1), attributes: .bold)
        case .palette: Style(foreground: Color(231), background: Color(160), attributes: .bold)
        }
    }

    /// A button that cannot: black on light grey (L2).
    public var disabledButton: Style {
        switch depth {
        case .monochrome: faint
        case .eight: Style(foreground: Color(0), background: Color(7))
        case .palette: Style(foreground: Color(16), background: Color(252))
        }
    }

    /// The look of the same thing while it has the focus: reverse video.
    public func focused(_ style: Style) -> Style {
        var style = style
        style.attributes.formSymmetricDifference(.reverse)
        return style
    }
}

/// The characters that stand for things, all of them one cell wide.
public struct Glyphs: Equatable, Sendable {
    /// Stands for one hidden character (L3).
    public let bullet: String
    /// The spinner's pictures, in turn.
    public let spinner: [String]
    /// Stands before the focused element.
    public let focusMark = ">"
    /// Inside a checked box.
    public let check = "x"
    /// Parts of a meter: filled and empty.
    public let meter: (full: String, empty: String)
    /// Two pixels in one cell: ink in the upper one, in the lower one, in both.
    public let pixels: (upper: String, lower: String, both: String)

    /// For terminals that show Unicode.
    public static let unicode = Glyphs(
        bullet: "•", spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], meter: ("■", "□"),
        pixels: ("▀", "▄", "█"))

    /// For the others, and for `--ascii` (T3).
    public static let ascii = Glyphs(
        bullet: "*", spinner: ["|", "/", "-", "\\"], meter: ("#", "-"),
        pixels: ("\"", "o", "8"))

    private init(
        bullet: String, spinner: [String], meter: (full: String, empty: String),
        pixels: (upper: String, lower: String, both: String)
    ) {
        self.bullet = bullet
        self.spinner = spinner
        self.meter = meter
        self.pixels = pixels
    }

    /// Compares what is drawn.
    public static func == (left: Glyphs, right: Glyphs) -> Bool { left.bullet == right.bullet }
}
