/// A colour by its number in the terminal's palette of 256; 0 to 7 exist wherever there are colours.
public struct Color: Hashable, Sendable {
    /// The palette's index.
    public let index: UInt8

    /// Names the colour at `index`.
    public init(_ index: UInt8) {
        self.index = index
    }
}

/// How many colours the terminal has, as far as it matters here.
public enum ColorDepth: Sendable {
    /// None, or `NO_COLOR` is set.
    case monochrome
    /// The eight of ECMA-48.
    case eight
    /// The palette of 256.
    case palette
}

/// The look of a cell.
public struct Style: Hashable, Sendable {
    /// Renditions that every terminal knows under some form.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// One bit an attribute.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Increased intensity.
        public static let bold = Attributes(rawValue: 1)
        /// Foreground and background exchanged.
        public static let reverse = Attributes(rawValue: 2)
        /// Underlined.
        public static let underline = Attributes(rawValue: 4)
        /// Decreased intensity.
        public static let dim = Attributes(rawValue: 8)
    }

    /// The text's colour; nil is the terminal's own.
    public var foreground: Color? {
        get { colors.contains(.foreground) ? Color(foregroundIndex) : nil }
        set {
            foregroundIndex = newValue?.index ?? 0
            if newValue == nil { colors.remove(.foreground) } else { colors.insert(.foreground) }
        }
    }
    /// The colour behind it; nil is the terminal's own.
    public var background: Color? {
        get { colors.contains(.background) ? Color(backgroundIndex) : nil }
        set {
            backgroundIndex = newValue?.index ?? 0
            if newValue == nil { colors.remove(.background) } else { colors.insert(.background) }
        }
    }
    /// The renditions.
    public var attributes: Attributes

    // Together with the attributes four bytes without a gap: equal styles have equal bits, so that pictures can be
    // compared by theirs.
    private var foregroundIndex: UInt8 = 0, backgroundIndex: UInt8 = 0
    private var colors: Colors = []

    /// Which colours are not the terminal's own.
    private struct Colors: OptionSet, Hashable {
        let rawValue: UInt8

        static let foreground = Colors(rawValue: 1)
        static let background = Colors(rawValue: 2)
    }

    /// Makes a style; with no arguments, the terminal's own.
    public init(foreground: Color? = nil, background: Color? = nil, attributes: Attributes = []) {
        self.attributes = attributes
        self.foreground = foreground
        self.background = background
    }

    /// The terminal's own look.
    public static let plain = Style()
}
