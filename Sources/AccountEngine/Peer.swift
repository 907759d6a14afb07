/// Where a call comes from; audited, and shown at home as the last login's origin (A9, H2).
public enum Peer: Hashable, Sendable {
    /// A user of this machine, by number: looking up the name would need what a static program does not have.
    case localUser(id: UInt32)
    /// Somebody on the network.
    case address(IPAddress)

    /// The form that is stored, such as `uid:1000` or `2001:db8::1`; the screens say the former in words.
    public var text: String {
        switch self {
        case .localUser(let id): "uid:\(id)"
        case .address(let address): address.text
        }
    }

    /// What failures and sends are counted under (A3): the user, the IPv4 address, or the IPv6 network of 64 bits.
    ///
    /// Whoever has one IPv6 address has all of its network.
    public var key: String {
        switch self {
        case .localUser: text
        case .address(let address): address.network
        }
    }
}
