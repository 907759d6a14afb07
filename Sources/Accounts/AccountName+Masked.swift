extension AccountName {
    /// A phone number or address with its middle hidden, such as `135****8562` or `a***@example.com` (A6, H7).
    ///
    /// It tells what was typed and nothing that is stored; nil for a user name, which names no destination.
    public var masked: String? {
        switch kind {
        case .telephone: key.prefix(3) + "****" + key.suffix(4)
        case .emailAddress: key.prefix(1) + "***" + key[(key.lastIndex(of: "@") ?? key.endIndex)...]
        case .normalName: nil
        }
    }
}
