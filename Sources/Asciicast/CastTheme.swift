/// A colour by its parts.
public struct RGBColor: Hashable, Sendable {
    /// The part of red, 0 to 255.
    public var red: UInt8
    /// The part of green, 0 to 255.
    public var green: UInt8
    /// The part of blue, 0 to 255.
    public var blue: UInt8

    /// Makes a colour of its parts.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads `#rrggbb`; nil for anything else.
    public init?(hex: some StringProtocol) {
        guard hex.utf8.count == 7, hex.utf8.first == UInt8(ascii: "#"), hex.dropFirst().allSatisfy(\.isHexDigit),
            let value = UInt32(hex.dropFirst(), radix: 16)
        else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    /// The colour as `#rrggbb`.
    public var hex: String {
        let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        let digits = String(value, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}

/// The colours of a terminal, as a recording's header tells them.
public struct CastTheme: Equatable, Sendable {
    /// That of text without a colour of its own.
    public var foreground: RGBColor
    /// That behind it.
    public var background: RGBColor
    /// The first 8 or 16 of the palette.
    public var palette: [RGBColor]

    /// Makes a theme; nil unless the palette has 8 or 16 colours, the only numbers that players take.
    public init?(foreground: RGBColor, background: RGBColor, palette: [RGBColor]) {
        guard palette.count == 8 || palette.count == 16 else { return nil }
        self.foreground = foreground
        self.background = background
        self.palette = palette
    }
}
