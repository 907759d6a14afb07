import AccountEngine
import Glibc
import PrivateFiles

/// A socket that clients can connect to.
struct ListenSocket: ~Copyable {
    /// The socket, good as long as this value.
    let descriptor: CInt
    /// Where it listens, with the port that was taken.
    let address: ListenAddress
    /// Held while a Unix socket is served, so that a file which is there is known to be left over.
    private let lock: FileLock?

    /// How many connections wait to be taken while all places are filled.
    private static let backlog: CInt = 1024

    /// Opens the socket.
    ///
    /// A Unix socket has mode 0660: whoever is in the service's group may connect. One that was left by a service
    /// which was killed is replaced; any other file is left alone.
    ///
    /// - Throws: ``ServerFault``.
    init(_ address: ListenAddress) throws(ServerFault) {
        let lock = try Self.lock(of: address)
        let descriptor: CInt
        switch address {
        case .unix(let path):
            descriptor = try Self.listen(path: path)
            self.address = address
        case .network(let network, let port):
            descriptor = try Self.listen(network, port)
            self.address = .network(network, port: Self.port(of: descriptor) ?? port)
        }
        self.descriptor = descriptor
        self.lock = lock
    }

    deinit {
        close(descriptor)
        if case .unix(let path) = address { unlink(path) }
    }

    private static func lock(of address: ListenAddress) throws(ServerFault) -> FileLock? {
        guard case .unix(let path) = address else { return nil }
        let lock: FileLock
        do throws(SystemError) {
            lock = try FileLock(path: path + ".lock")
        } catch { throw ServerFault("cannot listen on unix:\(path): \(words(error.number))") }
        guard lock.take(until: Deadline(milliseconds: 0)) else {
            throw ServerFault("another service listens on unix:\(path)")
        }
        return lock
    }

    private static func listen(path: String) throws(ServerFault) -> CInt {
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw ServerFault("cannot listen on unix:\(path): there is a file that is no socket")
            }
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        // The mode that the file is made with; changing it afterwards would leave a moment for others.
        let mask = umask(0o117)
        defer { umask(mask) }
        return try listen(AF_UNIX, address, "unix:\(path)") { _ in }
    }

    private static func listen(_ network: IPAddress, _ port: UInt16) throws(ServerFault) -> CInt {
        let name = ListenAddress.network(network, port: port).text
        if network.bytes.count == 4 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: network.bytes) }
            return try listen(AF_INET, address, name, reuseAddress)
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: network.bytes) }
        return try listen(AF_INET6, address, name, reuseAddress)
    }

    private static func listen<Address>(
        _ family: CInt, _ address: Address, _ name: String, _ prepare: (CInt) -> Void
    ) throws(ServerFault) -> CInt {
        // Commands that send codes must not inherit it.
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw ServerFault("cannot listen on \(name): \(words(errno))") }
        prepare(descriptor)
        let isBound = withUnsafeBytes(of: address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                bind(descriptor, $0.baseAddress, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
        guard isBound, Glibc.listen(descriptor, backlog) == 0 else {
            let reason = words(errno)
            close(descriptor)
            throw ServerFault("cannot listen on \(name): \(reason)")
        }
        return descriptor
    }

    /// A restart must not wait until the last connections are forgotten.
    private static func reuseAddress(_ descriptor: CInt) {
        var yes: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    }

    private static func port(of descriptor: CInt) -> UInt16? {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isTold = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &size) == 0 }
        }
        // Both families have the port at the same place.
        return isTold ? UInt16(bigEndian: address.sin6_port) : nil
    }

    private static func words(_ number: CInt) -> String {
        String(cString: strerror(number))
    }
}
