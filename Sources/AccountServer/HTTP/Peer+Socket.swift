import AccountEngine
import CMicroHTTPD
import Glibc

extension Peer {
    /// Who is at the other end of a connection: the user of a Unix socket, as the system tells it, or the address.
    init?(of connection: OpaquePointer, descriptor: CInt) {
        guard let address = vestibule_client_address(connection) else { return nil }
        switch CInt(address.pointee.sa_family) {
        case AF_INET:
            self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr)
        case AF_INET6:
            self.init(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr)
        case AF_UNIX:
            var user: uid_t = 0
            guard vestibule_peer_user(descriptor, &user) != 0 else { return nil }
            self = .localUser(id: user)
        default: return nil
        }
    }

    /// The peer at an address as sockets hold it: four bytes or sixteen, the most significant first.
    private init?(_ address: some Any) {
        guard let address = withUnsafeBytes(of: address, { IPAddress(bytes: Array($0)) }) else { return nil }
        self = .address(address)
    }
}
