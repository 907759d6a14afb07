import Asciicast
import TerminalTesting

/// The colours that pictures of a terminal are drawn in.
public struct PictureTheme: Equatable, Sendable {
    /// That of text without a colour of its own.
    public var foreground: RGBColor
    /// That behind it.
    public var background: RGBColor
    /// The palette of 256.
    private let palette: [RGBColor]

    /// Makes a theme of the first colours of the palette, the rest being xterm's.
    ///
    /// - Parameters:
    ///   - foreground: the colour of text.
    ///   - background: the colour behind it.
    ///   - palette: the first colours of the palette; the bright ones repeat the others where there are only 8.
    public init(foreground: RGBColor, background: RGBColor, palette: [RGBColor]) {
        self.foreground = foreground
        self.background = background
        let first = palette.count == 8 ? palette + palette : palette
        self.palette = first + Self.xterm.dropFirst(first.count)
    }

    /// Takes the colours over that a recording tells.
    public init(_ theme: CastTheme) {
        self.init(foreground: theme.foreground, background: theme.background, palette: theme.palette)
    }

    /// Light on dark; black itself can be told from the background.
    public static let standard = PictureTheme(
        foreground: rgb(0xD8D8D8), background: rgb(0x181A1F),
        palette: [
            0x3B4048, 0xE0565B, 0x3FB068, 0xD0A62C, 0x5A90E0, 0xB877D0, 0x35B0BD, 0xC8C8C8,
            0x7D828C, 0xF27C80, 0x62D08A, 0xEBC85A, 0x82B1F7, 0xD49AE8, 0x62D0DB, 0xFFFFFF,
        ].map(rgb))

    /// `color` as it is drawn; `standard` stands for the terminal's own.
    func color(_ color: ScreenColor, standard: RGBColor) -> RGBColor {
        switch color {
        case .standard: standard
        case .index(let index): palette[Int(index)]
        case .rgb(let red, let green, let blue): RGBColor(red: red, green: green, blue: blue)
        }
    }

    /// xterm's palette: 16 colours, a cube of 6 × 6 × 6, and 24 shades of grey.
    private static let xterm: [RGBColor] = {
        let basic: [UInt32] = [
            0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
            0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
        ]
        let levels: [UInt32] = [0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF]
        let cube = (0..<216).map { levels[$0 / 36] << 16 | levels[$0 / 6 % 6] << 8 | levels[$0 % 6] }
        let grey = (0..<24).map { (8 + 10 * UInt32($0)) * 0x010101 }
        return (basic + cube + grey).map(rgb)
    }()

    private static func rgb(_ value: UInt32) -> RGBColor {
        RGBColor(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }
}

extension RGBColor {
    /// The mixture of this colour and `other`, of which `share` is the other's, 0 to 1.
    func mixed(with other: RGBColor, share: Double) -> RGBColor {
        func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
            UInt8((Double(one) + (Double(two) - Double(one)) * share).rounded())
        }
        return RGBColor(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}
