/// A place in a tape's text.
public struct TapePosition: Hashable, Sendable, CustomStringConvertible {
    /// The file as it was named.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The byte in the line, from 1.
    public var column: Int

    /// Makes the place in `file` at `line` and `column`.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The place as compilers write it: `demo.tape:3:7`.
    public var description: String { "\(file):\(line):\(column)" }
}

/// Something to tell about a place in a tape: an error, or a note on what will not happen.
///
/// It never holds what a tape types, since that may be a password.
public struct TapeRemark: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where.
    public var position: TapePosition
    /// What, in words.
    public var message: String

    /// Makes the remark `message` about `position`.
    public init(_ position: TapePosition, _ message: String) {
        self.position = position
        self.message = message
    }

    /// The place and the words, on one line.
    public var description: String { "\(position): \(message)" }
}
