import Asciicast

/// What a recording can be turned into.
public enum RecordingFormat: String, CaseIterable, Sendable {
    /// asciicast, version 3.
    case cast3 = "asciicast-v3"
    /// asciicast, version 2.
    case cast2 = "asciicast-v2"
    /// An SVG file that moves.
    case animation = "animated-svg"
    /// An SVG file of the last screen.
    case picture = "svg"
    /// The screens as text, as VHS writes them.
    case text = "txt"

    /// The format that the extension of `path` stands for; nil for an unknown one.
    public init?(path: String) {
        switch path.split(separator: "/").last?.split(separator: ".").dropFirst().last {
        case "cast": self = .cast3
        case "svg": self = .animation
        case "txt", "ascii": self = .text
        default: return nil
        }
    }
}

extension Cast {
    /// The recording in `format`, as the contents of a file.
    ///
    /// Nothing is left out of it in either version of asciicast: what somebody else's program has recorded of the
    /// input stays.
    public func contents(_ format: RecordingFormat) -> String {
        switch format {
        case .cast3: text(version: .v3)
        case .cast2: text(version: .v2)
        case .animation: animatedSVG
        case .picture: lastPicture.svg
        case .text: screenDump
        }
    }
}
