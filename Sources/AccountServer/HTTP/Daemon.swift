import CMicroHTTPD
import Cryptography
import Glibc

/// Why the server cannot run, in one line.
public struct ServerFault: Error, Equatable, Sendable {
    /// The line.
    public let message: String

    /// Makes a fault.
    public init(_ message: String) {
        self.message = message
    }
}

/// The certificate that the server proves itself by, and its key, in PEM.
public struct TLSIdentity: Sendable {
    /// The certificate, and those that lead from it to one that clients trust.
    let certificate: String
    /// The key.
    let key: String

    /// Takes both as they stand in their files.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// The library's daemon: two threads or more that wait by epoll.
final class Daemon: @unchecked Sendable {
    // Whoever has the daemon out of the server's state is the only one to use it.
    private let pointer: OpaquePointer
    private let server: HTTPServer
    private let socket: ListenSocket

    /// Where it serves.
    var address: ListenAddress { socket.address }

    /// TLS 1.2 and 1.3 only (RFC 8996).
    private static let priorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

    /// Starts to serve on a socket that listens.
    init(
        socket: consuming ListenSocket, identity: TLSIdentity?, limits: Limits, server: HTTPServer
    ) throws(ServerFault) {
        var flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue
        flags |= MHD_USE_SUSPEND_RESUME.rawValue | MHD_USE_TURBO.rawValue
        flags |= MHD_USE_ERROR_LOG.rawValue
        if identity != nil { flags |= MHD_USE_TLS.rawValue }
        let context = Unmanaged.passUnretained(server).toOpaque()
        let threadCount = max(2, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
        var options = [
            option(.EXTERNAL_LOGGER, unsafeBitCast(Self.complain, to: Int.self), context),
            option(.LISTEN_SOCKET, Int(socket.descriptor)),
            option(.THREAD_POOL_SIZE, threadCount),
            option(.CONNECTION_LIMIT, limits.connectionCount),
            // The server's own clock is stricter, and does not begin anew at each byte.
            option(.CONNECTION_TIMEOUT, Int(limits.idleTime.components.seconds) + 1),
            option(.CONNECTION_MEMORY_LIMIT, 16 * 1024),
            option(.NOTIFY_CONNECTION, unsafeBitCast(Self.notifyConnection, to: Int.self), context),
            option(.URI_LOG_CALLBACK, unsafeBitCast(Self.beginRequest, to: Int.self), context),
            option(.NOTIFY_COMPLETED, unsafeBitCast(Self.endRequest, to: Int.self), context),
        ]
        let texts = identity.map { [strdup($0.certificate), strdup($0.key), strdup(Self.priorities)] } ?? []
        defer {
            for text in texts {
                if let text { UnsafeMutableRawBufferPointer(start: text, count: strlen(text)).wipe() }
                free(text)
            }
        }
        for (name, text) in zip(
            [MHD_OPTION.HTTPS_MEM_CERT, .HTTPS_MEM_KEY, .HTTPS_PRIORITIES], texts)
        {
            options.append(option(name, 0, text))
        }
        options.append(option(.END, 0))
        guard let pointer = vestibule_start_daemon(flags, Self.handleRequest, context, options) else {
            throw ServerFault(
                identity == nil
                    ? "libmicrohttpd cannot serve on the socket"
                    : "libmicrohttpd cannot serve: the certificate and the key do not fit, or are none")
        }
        self.pointer = pointer
        self.server = server
        self.socket = socket
    }

    /// Takes no more connections.
    func stopAccepting() {
        _ = MHD_quiesce_daemon(pointer)
        // What waits to be taken is told so, instead of waiting on.
        shutdown(socket.descriptor, CInt(SHUT_RDWR))
    }

    /// Closes what is left, and ends the threads.
    func end() {
        MHD_stop_daemon(pointer)
    }
}

// MARK: - Callbacks

extension Daemon {
    private static func server(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
        context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func connection(_ handle: OpaquePointer?) -> Connection? {
        handle.flatMap(vestibule_socket_context).map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The library keeps the connection's object between the two calls.
    private static let notifyConnection: MHD_NotifyConnectionCallback = { context, handle, object, event in
        guard let server = Daemon.server(context), let handle, let object else { return }
        if event == .CONNECTION_NOTIFY_STARTED {
            object.pointee = server.open(handle).map { Unmanaged.passRetained($0).toOpaque() }
        } else if let pointer = object.pointee {
            server.close(Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue())
            object.pointee = nil
        }
    }

    /// The library says what it refuses by itself, though not of which connection.
    private static let complain: MHD_LogCallback = { context, format, _ in
        guard let format, strncmp(format, "Error processing request", 24) == 0 else { return }
        Daemon.server(context)?.answerForLibrary()
    }

    private static let beginRequest:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            context, target, handle in
            if let target, let connection = Daemon.connection(handle) {
                Daemon.server(context)?.begin(target, on: connection)
            }
            return nil
        }

    private static let handleRequest: MHD_AccessHandlerCallback = {
        context, handle, _, method, version, part, partCount, _ in
        guard let server = Daemon.server(context), let handle, let method, let version, let partCount,
            let connection = Daemon.connection(handle)
        else { return .NO }
        let bytes = UnsafeRawBufferPointer(start: part, count: part == nil ? 0 : partCount.pointee)
        partCount.pointee = 0
        return server.proceed(on: connection, handle, line: RequestLine(method: method, version: version), part: bytes)
    }

    private static let endRequest: MHD_RequestCompletedCallback = { context, handle, _, reason in
        guard let connection = Daemon.connection(handle) else { return }
        Daemon.server(context)?.end(on: connection, isFault: reason == .REQUEST_TERMINATED_WITH_ERROR)
    }
}

private func option(
    _ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil
) -> MHD_OptionItem {
    MHD_OptionItem(option: option, value: value, ptr_value: pointer)
}
