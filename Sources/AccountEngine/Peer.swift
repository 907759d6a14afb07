/// Where a call comes from; audited, and shown at home as the last login's origin (A9, H2).
public enum Peer: Hashable, Sendable {
    /// A user of this machine, by number: looking up the name would need what a static program does not have.
    case localUser(id: UInt32)

    /// The form that is stored and shown, such as `uid:1000`.
    public var text: String {
        switch self {
        case .localUser(let id): "uid:\(id)"
        }
    }
}
