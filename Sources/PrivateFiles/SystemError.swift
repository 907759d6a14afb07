/// An `errno` value.
public struct SystemError: Error, Equatable, Sendable {
    /// The value.
    public let number: Int32

    /// Takes an `errno` value.
    public init(_ number: Int32) {
        self.number = number
    }
}
