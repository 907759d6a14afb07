import TerminalCore

/// The two forms of asciicast that are in use.
public enum CastVersion: Int, Sendable, CaseIterable {
    /// Times count from the start of the recording.
    case v2 = 2
    /// Times count from the event before.
    case v3 = 3
}

/// A recorded terminal session: an asciicast file in memory.
public struct Cast: Equatable, Sendable {
    /// What the file tells of the session as a whole.
    public var header: CastHeader
    /// What happened, in order of time.
    public var events: [CastEvent]

    /// Makes a recording.
    public init(header: CastHeader, events: [CastEvent]) {
        self.header = header
        self.events = events
    }

    /// The file's text in the form of `version`.
    public func text(version: CastVersion) -> String {
        var encoder = CastEncoder(version: version)
        return encoder.line(for: header) + events.map { encoder.line(for: $0) }.joined()
    }
}

/// What a recording tells of its session as a whole.
public struct CastHeader: Equatable, Sendable {
    /// The window at the start.
    public var size: Size
    /// The terminal's kind, as `TERM` names it.
    public var terminalType: String?
    /// The version of the terminal, as it told it; version 3 only.
    public var terminalVersion: String?
    /// The start in whole seconds since 1970.
    public var timestamp: Int?
    /// The longest pause in seconds that a player should keep.
    public var idleTimeLimit: Double?
    /// The program that ran.
    public var command: String?
    /// What the recording is called.
    public var title: String?
    /// Words under which to find the recording; version 3 only.
    public var tags: [String] = []
    /// The part of the environment that was kept.
    public var environment: [String: String] = [:]
    /// The terminal's colours.
    public var theme: CastTheme?

    /// Makes the header of a session in a window of `size`, about which nothing else is told.
    public init(size: Size) {
        self.size = size
    }
}

/// One thing that happened during a recording.
public struct CastEvent: Equatable, Sendable {
    /// What it was.
    public enum Kind: Equatable, Sendable {
        /// The program wrote something.
        case output(String)
        /// Somebody typed something. Recordings of others may have it; ours never do, since it may be a password.
        case input(String)
        /// A place that somebody may want to go to, and its name.
        case marker(String)
        /// The window changed.
        case resize(Size)
        /// The program ended with this status.
        case exit(Int)
        /// An event of a kind that is not known here.
        case other(code: String, data: String)
    }

    /// When, from the start of the recording.
    public var time: Duration
    /// What.
    public var kind: Kind

    /// Makes the event that `kind` happened at `time` from the start.
    public init(_ kind: Kind, at time: Duration) {
        self.time = time
        self.kind = kind
    }
}
