import LoginFlow
import TerminalCore

/// A settled picture as one line of the state log, by `Resources/state.schema.json` (D1).
///
/// It never holds a secret: of passwords only the length in code points is told.
public struct StateRecord: Equatable, Sendable {
    /// The schema's version; it rises with any change.
    public static let version = 2

    /// The number of the line, from 1.
    public var number: Int
    let language: Language
    let frame: Frame

    /// Makes the record of `frame`, which shows `language`.
    public init(number: Int, language: Language, frame: Frame) {
        self.number = number
        self.language = language
        self.frame = frame
    }

    /// Whether both tell the same but for their numbers and what only the eye sees.
    public func tellsTheSame(as other: StateRecord) -> Bool {
        var (mine, its) = (frame, other.frame)
        guard mine.buffer.cursor == its.buffer.cursor, mine.buffer.size == its.buffer.size else { return false }
        its.buffer = mine.buffer
        mine.isSettled = its.isSettled
        return mine == its
    }
}
