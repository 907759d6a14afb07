import TerminalCore

/// A button as it is drawn.
public struct Button {
    /// What stands on it.
    public let label: String
    /// Whether pressing it does what it says; it can be pressed all the same (L5).
    public let isEnabled: Bool
    /// Whether it has the focus.
    public let isFocused: Bool

    /// Makes a button.
    public init(label: String, isEnabled: Bool = true, isFocused: Bool) {
        self.label = label
        self.isEnabled = isEnabled
        self.isFocused = isFocused
    }

    /// Draws it as a box of three rows that fills `rect`.
    public func drawBox(in buffer: inout Buffer, _ rect: Rect, theme: Theme) {
        let look = style(in: theme)
        buffer.drawBox(rect, style: look, fill: look)
        // Without colours only brackets tell for certain that a button is enabled.
        let text = theme.depth == .monochrome && isEnabled ? "[ \(label) ]" : label
        let inside = Position(row: rect.origin.row + 1, column: rect.origin.column + 1)
        buffer.writeCentered(text, at: inside, columns: rect.size.columns - 2, style: look)
    }

    /// Draws it in one row, in brackets: `[  Log in  ]`; without colours `(  Log in  )` where it is not enabled.
    ///
    /// - Returns: the cells that it took.
    @discardableResult
    public func drawInline(in buffer: inout Buffer, at position: Position, padding: Int = 1, theme: Theme) -> Int {
        let text = Self.inlineText(label, padding: padding)
        let isBracketed = isEnabled || theme.depth != .monochrome
        return buffer.write(
            isBracketed ? text : "(" + text.dropFirst().dropLast() + ")", at: position, style: style(in: theme))
    }

    /// What ``drawInline(in:at:padding:theme:)`` writes.
    public static func inlineText(_ label: String, padding: Int = 1) -> String {
        let space = String(repeating: " ", count: padding)
        return "[" + space + label + space + "]"
    }

    private func style(in theme: Theme) -> Style {
        let style = isEnabled ? theme.enabledButton : theme.disabledButton
        return isFocused ? theme.focused(style) : style
    }
}
