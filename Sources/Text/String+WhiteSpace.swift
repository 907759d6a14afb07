extension String {
    /// Whether there is nothing but white space.
    public var isBlank: Bool {
        // Any visible ASCII character settles it without Unicode's tables.
        !utf8.contains { (0x21..<0x7F).contains($0) } && allSatisfy(\.isWhitespace)
    }

    /// The text without the white space around it.
    public var trimmed: String {
        var view = Substring(self)
        while view.first?.isWhitespace == true { view.removeFirst() }
        while view.last?.isWhitespace == true { view.removeLast() }
        return String(view)
    }
}
