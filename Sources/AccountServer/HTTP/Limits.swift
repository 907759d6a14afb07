/// How much a client may ask of the service (section 6).
public struct Limits: Sendable {
    /// The most bytes of a body; what is larger is answered with 413.
    public var bodyByteCount = 8 * 1024
    /// The most connections; later ones wait in the system's queue.
    public var connectionCount = 128
    /// The most connections of one peer; later ones are closed at once.
    public var connectionCountPerPeer = 16
    /// How long a connection may do nothing; a request's first line has to be there by then.
    public var idleTime = Duration.seconds(10)
    /// How long a request may take from its first line to its answer, and the answer to be fetched.
    public var requestTime = Duration.seconds(10)
    /// How long the service goes on with requests once it is told to end.
    public var drainTime = Duration.seconds(9)

    /// The limits of the documents.
    public init() {}

    /// The most bytes of too large a body that are read and dropped, so that the client gets to see the answer.
    var droppedByteCount: Int { 8 * bodyByteCount }
}
