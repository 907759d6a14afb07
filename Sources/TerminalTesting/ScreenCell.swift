/// A colour as a program asked for it.
public enum ScreenColor: Hashable, Sendable {
    /// The terminal's own.
    case standard
    /// An entry of the palette of 256.
    case index(UInt8)
    /// A direct colour.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// The look of a cell as a terminal would draw it.
public struct ScreenStyle: Hashable, Sendable {
    /// Renditions besides colour.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// One bit an attribute.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Increased intensity.
        public static let bold = Attributes(rawValue: 1)
        /// Underlined, in any form.
        public static let underline = Attributes(rawValue: 2)
        /// Slanted.
        public static let italic = Attributes(rawValue: 4)
        /// Blinking.
        public static let blink = Attributes(rawValue: 8)
        /// Foreground and background exchanged.
        public static let reverse = Attributes(rawValue: 16)
        /// Struck through.
        public static let strikethrough = Attributes(rawValue: 32)
        /// Decreased intensity.
        public static let dim = Attributes(rawValue: 64)
        /// Not to be seen, though it is there.
        public static let concealed = Attributes(rawValue: 128)
    }

    /// The text's colour.
    public var foreground: ScreenColor
    /// The colour behind it.
    public var background: ScreenColor
    /// The renditions.
    public var attributes: Attributes

    /// Makes a style; with no arguments, the terminal's own.
    public init(
        foreground: ScreenColor = .standard, background: ScreenColor = .standard, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own look.
    public static let plain = ScreenStyle()
}

/// One character cell of an emulated screen.
public struct ScreenCell: Hashable, Sendable {
    /// A character and the marks on it; a blank cell holds one space, the right half of a wide character nothing.
    public let text: String
    /// The cells that the character takes: 1 or 2, and 0 for the right half of a wide one.
    public let columns: Int
    /// Its look.
    public let style: ScreenStyle

    /// Makes a cell that shows `text`.
    public init(text: String, columns: Int, style: ScreenStyle) {
        self.text = text
        self.columns = columns
        self.style = style
    }
}
