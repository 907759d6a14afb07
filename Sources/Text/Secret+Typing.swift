import Cryptography

extension Secret {
    /// Whether somebody can type it: UTF-8 without control characters, as every field has it (L4).
    public var isTypable: Bool {
        withUnsafeBytes { GraphemeClusters.hasControls(in: $0) == false }
    }
}
