import CVTerm

extension ScreenCell {
    /// Marks the right half of a wide character in libvterm's cells.
    private static let rightHalf = UInt32.max

    /// Takes over a cell of libvterm.
    init(_ cell: VTermScreenCell) {
        let scalars = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
        let style = ScreenStyle(cell)
        guard scalars.first != Self.rightHalf else {
            self.init(text: "", columns: 0, style: style)
            return
        }
        var text = String.UnicodeScalarView()
        for scalar in scalars.prefix(while: { $0 != 0 }) { text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
        self.init(text: text.isEmpty ? " " : String(text), columns: Int(cell.width), style: style)
    }
}

extension ScreenStyle {
    /// Takes over the look of a cell of libvterm.
    init(_ cell: VTermScreenCell) {
        var attributes: Attributes = []
        if cell.attrs.bold != 0 { attributes.insert(.bold) }
        if cell.attrs.underline != 0 { attributes.insert(.underline) }
        if cell.attrs.italic != 0 { attributes.insert(.italic) }
        if cell.attrs.blink != 0 { attributes.insert(.blink) }
        if cell.attrs.reverse != 0 { attributes.insert(.reverse) }
        if cell.attrs.strike != 0 { attributes.insert(.strikethrough) }
        if cell.attrs.font == RenditionFilter.dimFont { attributes.insert(.dim) }
        if cell.attrs.font == RenditionFilter.concealedFont { attributes.insert(.concealed) }
        self.init(foreground: ScreenColor(cell.fg), background: ScreenColor(cell.bg), attributes: attributes)
    }
}

extension ScreenColor {
    /// Takes over a colour of libvterm.
    init(_ color: VTermColor) {
        // The type is a bit field, so its values are tested as the header's macros do, which Swift cannot see.
        let type = UInt32(color.type)
        if type & VTERM_COLOR_DEFAULT_MASK.rawValue != 0 {
            self = .standard
        } else if type & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue {
            self = .index(color.indexed.idx)
        } else {
            self = .rgb(red: color.rgb.red, green: color.rgb.green, blue: color.rgb.blue)
        }
    }
}
