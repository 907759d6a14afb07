import CVTerm
import TerminalCore

/// The bytes that a terminal sends for what a person does, under the modes that the program has set.
extension TerminalEmulator {
    /// Whether the program has turned bracketed paste on.
    public var isBracketedPasteOn: Bool {
        // libvterm tells nobody, but writes the marks only then.
        !encoded { vterm_keyboard_start_paste(vterm) }.isEmpty
    }

    /// The bytes of `key`.
    ///
    /// Arrows, Home and End follow the application cursor mode. Function keys outside 1 to 12 have none.
    public func bytes(for key: Key) -> [UInt8] {
        switch key {
        case .character(let scalar): Array(String(scalar).utf8)
        case .control(let scalar): [UInt8(truncatingIfNeeded: scalar.value) & 0x1F]
        case .alt(let scalar): [0x1B] + Array(String(scalar).utf8)
        case .enter: encoded(VTERM_KEY_ENTER)
        case .tab: encoded(VTERM_KEY_TAB)
        case .backTab: encoded(VTERM_KEY_TAB, VTERM_MOD_SHIFT)
        case .backspace: encoded(VTERM_KEY_BACKSPACE)
        case .delete: encoded(VTERM_KEY_DEL)
        case .insert: encoded(VTERM_KEY_INS)
        case .home: encoded(VTERM_KEY_HOME)
        case .end: encoded(VTERM_KEY_END)
        case .pageUp: encoded(VTERM_KEY_PAGEUP)
        case .pageDown: encoded(VTERM_KEY_PAGEDOWN)
        case .up: encoded(VTERM_KEY_UP)
        case .down: encoded(VTERM_KEY_DOWN)
        case .left: encoded(VTERM_KEY_LEFT)
        case .right: encoded(VTERM_KEY_RIGHT)
        case .escape: encoded(VTERM_KEY_ESCAPE)
        case .function(let number):
            (1...12).contains(number)
                ? encoded(VTermKey(VTERM_KEY_FUNCTION_0.rawValue + UInt32(number))) : []
        }
    }

    /// The bytes of `text` being pasted, between marks only if ``isBracketedPasteOn``.
    public func bytes(forPasting text: [UInt8]) -> [UInt8] {
        encoded { vterm_keyboard_start_paste(vterm) } + text + encoded { vterm_keyboard_end_paste(vterm) }
    }

    /// The bytes of a press and release of the main button on the cell at `position`; none while
    /// ``mouseReporting`` is off.
    public func bytes(forClickAt position: Position) -> [UInt8] {
        // libvterm would write the oldest protocol's bytes even then.
        guard mouseReporting != .off else { return [] }
        return encoded {
            vterm_mouse_move(vterm, CInt(clamping: position.row), CInt(clamping: position.column), VTERM_MOD_NONE)
            vterm_mouse_button(vterm, 1, true, VTERM_MOD_NONE)
            vterm_mouse_button(vterm, 1, false, VTERM_MOD_NONE)
        }
    }

    private func encoded(_ key: VTermKey, _ modifier: VTermModifier = VTERM_MOD_NONE) -> [UInt8] {
        encoded { vterm_keyboard_key(vterm, key, modifier) }
    }

    /// What `action` makes libvterm send, kept apart from the answers to queries that may be waiting.
    func encoded(_ action: () -> Void) -> [UInt8] {
        let replies = takeReplies()
        action()
        defer { output = replies }
        return output
    }
}
