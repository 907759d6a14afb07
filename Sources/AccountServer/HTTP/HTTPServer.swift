import AccountEngine
import AccountWire
import CMicroHTTPD
import Glibc
import Synchronization
import Threads

/// Serves HTTP/1.1 (RFC 9112) by libmicrohttpd.
///
/// The library's threads read requests and write answers; between the two a connection is suspended and a task on
/// threads of our own looks for the answer, so that nothing that takes long keeps others waiting.
final class HTTPServer: Sendable {
    private let connections: Connections
    private let limits: Limits
    private let handler: any RequestHandler
    private let executor: WorkerExecutor
    private let sleeper = Workers(count: 1)
    private let state = Mutex(State())

    private struct State {
        var daemon: Daemon?
        var isDraining = false
        var isWatching = false
    }

    /// Prepares a server; `threadCount` threads look for answers.
    init(handler: any RequestHandler, connections: Connections, limits: Limits, threadCount: Int = 2) {
        self.handler = handler
        self.connections = connections
        self.limits = limits
        executor = WorkerExecutor(threadCount: threadCount)
    }

    /// Serves from now on.
    ///
    /// - Returns: where, with the port that was taken for port 0.
    /// - Throws: ``ServerFault`` where there can be no such socket, or the library refuses the certificate.
    func start(on address: ListenAddress, identity: TLSIdentity?) throws(ServerFault) -> ListenAddress {
        // Else what hashes would start them, and they would step back with it.
        executor.start()
        let daemon = try Daemon(socket: ListenSocket(address), identity: identity, limits: limits, server: self)
        state.withLock { $0.daemon = daemon }
        return daemon.address
    }

    /// Ends the server: takes no more connections, finishes the requests that were accepted, and closes.
    ///
    /// Blocks the calling thread, for the limits' drain time at most, and a moment for what is given up then.
    func stop() {
        let daemon = state.withLock { state -> Daemon? in
            state.isDraining = true
            return state.daemon.take()
        }
        guard let daemon else { return }
        daemon.stopAccepting()
        for connection in connections.all { connection.stopReading() }
        waitUntilEmpty(for: limits.drainTime)
        for connection in connections.all { connection.cancel() }
        waitUntilEmpty(for: .milliseconds(500))
        // The library must not be ended while it has suspended connections.
        for connection in connections.all { connection.finish(Response(ProblemDetails(ProblemKind.cancelled))) }
        waitUntilEmpty(for: .milliseconds(200))
        daemon.end()
    }

    private func waitUntilEmpty(for duration: Duration) {
        let end = ContinuousClock.now + duration
        while connections.count > 0, ContinuousClock.now < end { usleep(10_000) }
    }
}

// MARK: - What the library's threads call

extension HTTPServer {
    /// Takes a new connection in; nil where it cannot be told whose it is.
    func open(_ handle: OpaquePointer) -> Connection? {
        guard let connection = Connection(handle, time: .now) else { return nil }
        let count = connections.insert(connection)
        if count > limits.connectionCountPerPeer { connection.end() }
        watchClock()
        return connection
    }

    /// Takes a connection away that is about to be closed.
    func close(_ connection: Connection) {
        connection.close()
        connections.remove(connection)
    }

    /// Begins a request whose first line is there.
    func begin(_ target: UnsafePointer<CChar>, on connection: Connection) {
        connection.reader = RequestReader(target: target, limits: limits)
        connection.beginRequest(at: .now)
    }

    /// Goes on with a request, after its head, for each part of its body, and at its end.
    func proceed(
        on connection: Connection, _ handle: OpaquePointer, line: RequestLine, part: UnsafeRawBufferPointer
    ) -> MHD_Result {
        guard let reader = connection.reader else { return .NO }
        if let response = connection.takeAnswer(at: .now) { return send(response, on: handle, reader) }
        let step =
            if reader.route == nil {
                reader.readHead(from: handle, line, handler: handler)
            } else if part.isEmpty {
                reader.end(peer: connection.peer)
            } else {
                reader.append(part)
            }
        switch step {
        case .receive: return .YES
        case .hangUp: return .NO
        case .respond(let response):
            connection.beginSending(at: .now)
            return send(response, on: handle, reader)
        case .run(let request, let answer):
            connection.suspend()
            // On this thread up to where it first waits, which is soon: most are done by then with what takes time.
            connection.keep(
                Task.immediate(executorPreference: executor) { connection.finish(await answer(request)) })
            return .YES
        }
    }

    /// Answers the request, if there is one, that the library refuses behind its head, and ends its connection.
    ///
    /// libmicrohttpd 0.9.75 writes the head of its own answer twice there, so that the second would be taken for the
    /// body. What it refuses elsewhere it answers well.
    func answerForLibrary() {
        let connection = connections.all.first(where: \.isHeadRead)
        guard let connection, let reader = connection.reader else { return }
        connection.sendLast(reader.refuseHead(contentLength: connection.contentLength))
    }

    /// Ends a request, answered or not; `isFault` where the library or the server has broken it off.
    func end(on connection: Connection, isFault: Bool) {
        let duration = connection.endRequest(at: .now)
        guard let reader = connection.reader.take(),
            let name = reader.route?.name ?? (isFault ? Route.malformed : nil)
        else { return }
        handler.note(
            RequestEvent(
                route: name, method: reader.method, status: reader.status, duration: duration,
                peer: connection.peer))
    }

    private func send(_ response: Response, on handle: OpaquePointer, _ reader: RequestReader) -> MHD_Result {
        reader.status = response.status
        return response.queue(on: handle, isLast: reader.isMalformed || state.withLock(\.isDraining))
    }
}

// MARK: - The clock

extension HTTPServer {
    /// How often the clock is looked at, while there are connections.
    private static let watchInterval = Duration.milliseconds(250)

    /// Makes sure that somebody looks at the clock as long as there are connections.
    private func watchClock() {
        let isNew = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard isNew else { return }
        Task(executorPreference: executor) { [self] in
            while goesOnWatching() {
                try? await sleeper.sleep(for: Self.watchInterval)
                let now = ContinuousClock.now
                for connection in connections.all { connection.check(at: now, limits) }
            }
        }
    }

    private func goesOnWatching() -> Bool {
        state.withLock { state in
            state.isWatching = connections.count > 0
            return state.isWatching
        }
    }
}
