import TerminalCore
import TerminalWidgets
import Testing

@Suite("Buttons and looks")
struct ButtonTests {
    init() {
        TextLayout.useUTF8Widths()
    }

    private func box(_ button: Button, depth: ColorDepth) -> Buffer {
        var buffer = Buffer(size: Size(columns: 14, rows: 3))
        button.drawBox(in: &buffer, Rect(row: 0, column: 0, rows: 3, columns: 14), theme: Theme(depth: depth))
        return buffer
    }

    /// Colours, whether the button is enabled, and its look.
    static let looks: [(ColorDepth, Bool, Style)] = [
        (.palette, true, Style(foreground: Color(231), background: Color(160), attributes: .bold)),
        (.palette, false, Style(foreground: Color(16), background: Color(252))),
        (.eight, true, Style(foreground: Color(7), background: Color(1), attributes: .bold)),
        (.eight, false, Style(foreground: Color(0), background: Color(7))),
        (.monochrome, true, Style(attributes: .bold)), (.monochrome, false, Style(attributes: .dim)),
    ]

    @Test("L2: an enabled button is bold white on red, a disabled one black on light grey", arguments: looks)
    func look(_ depth: ColorDepth, _ isEnabled: Bool, _ style: Style) {
        var buffer = box(Button(label: "登录", isEnabled: isEnabled, isFocused: false), depth: depth)
        #expect(buffer.cells.allSatisfy { $0.style == style })
        let text = depth == .monochrome && isEnabled ? "│  [ 登录 ]  │" : "│    登录    │"
        #expect(buffer.lines == ["┌────────────┐", text, "└────────────┘"])
        // The focus turns it, whatever it is.
        var reversed = style
        reversed.attributes.insert(.reverse)
        buffer = box(Button(label: "登录", isEnabled: isEnabled, isFocused: true), depth: depth)
        #expect(buffer.cells.allSatisfy { $0.style == reversed } && buffer.lines[1] == text)
    }

    @Test("A button in one row stands in brackets")
    func inline() {
        var buffer = Buffer(size: Size(columns: 14, rows: 1))
        let button = Button(label: "Log in", isFocused: true)
        let columns = button.drawInline(
            in: &buffer, at: Position(row: 0, column: 1), padding: 2, theme: Theme(depth: .monochrome))
        #expect(buffer.lines == [" [  Log in  ]"] && columns == 12)
        #expect(buffer.cells[1...12].allSatisfy { $0.style == Style(attributes: [.bold, .reverse]) })
        let disabled = Button(label: "Log in", isEnabled: false, isFocused: false)
        disabled.drawInline(in: &buffer, at: Position(row: 0, column: 1), padding: 2, theme: Theme(depth: .monochrome))
        #expect(buffer.lines == [" (  Log in  )"], "without colours nothing but the brackets tells for certain")
        disabled.drawInline(in: &buffer, at: Position(row: 0, column: 1), padding: 2, theme: Theme(depth: .eight))
        #expect(buffer.lines == [" [  Log in  ]"])
        #expect(Button.inlineText("登录") == "[ 登录 ]" && Button.inlineText("", padding: 0) == "[]")
    }

    @Test("Without colours no look has one", arguments: [ColorDepth.monochrome, .eight, .palette])
    func monochrome(_ depth: ColorDepth) {
        let theme = Theme(depth: depth)
        let looks = [
            theme.strong, theme.faint, theme.link, theme.good, theme.bad, theme.toast, theme.enabledButton,
            theme.disabledButton,
        ]
        let colors = looks.flatMap { [$0.foreground, $0.background] }.compactMap { $0?.index }
        #expect(colors.allSatisfy { depth == .palette || (depth == .eight && $0 < 8) })
        // What must be told apart never looks the same.
        #expect(theme.good != theme.bad && theme.enabledButton != theme.disabledButton)
        for look in looks {
            #expect(theme.focused(look) != look && theme.focused(theme.focused(look)) == look)
        }
    }

    @Test("T3: the marks are one cell wide, the ASCII ones ASCII")
    func glyphs() {
        for glyphs in [Glyphs.unicode, .ascii] {
            let all = [glyphs.bullet, glyphs.focusMark, glyphs.check, glyphs.meter.full, glyphs.meter.empty]
            #expect((all + glyphs.spinner).allSatisfy { TextLayout.columns(of: $0) == 1 })
            #expect(glyphs != .ascii || (all + glyphs.spinner).allSatisfy { $0.utf8.allSatisfy { $0 < 0x7F } })
            #expect(Set(glyphs.spinner).count == glyphs.spinner.count && glyphs.spinner.count > 1)
        }
        #expect(Glyphs.unicode != .ascii)
    }
}
