import AccountEngine
import AccountServer
import Accounts
import Glibc
import Outbox
import ZxcvbnEstimator

/// `vestibuled serve`: opens the store, serves, and ends when it is told to (section 6).
///
/// On the main thread, which does nothing but wait for signals in the meantime.
@MainActor
enum ServeCommand {
    /// Serves until a signal comes.
    ///
    /// - Parameter words: what stands behind the command.
    /// - Throws: ``CommandFault``.
    static func run(_ words: [String]) async throws(CommandFault) {
        let signals = prepareProcess()
        try await serve(try ServeOptions(words), until: signals)
    }

    private static func serve(_ options: ServeOptions, until signals: sigset_t) async throws(CommandFault) {
        var settings = AccountServer.Settings()
        settings.contracts = options.contracts
        if let (certificate, key) = options.identity {
            settings.identity = TLSIdentity(certificate: try text(ofFile: certificate), key: try text(ofFile: key))
        }
        let store = try options.store.open(makingOne: true, cacheSize: storeCacheSize)
        let log = ServiceLog(clock: now) { lines in writeAll(lines) }
        let server = AccountServer(store: store, settings: settings, log: log) { store, hashes in
            AccountEngine(
                store: store, settings: engineSettings(options), estimator: ZxcvbnEstimator(),
                hasher: Argon2Hasher(cost: options.cost), hashes: hashes, senders: senders(options, log))
        }
        let address: ListenAddress
        do throws(ServerFault) {
            address = try server.start(on: options.address)
        } catch { throw .store(error.message) }
        log.write(
            "listening",
            [
                ("address", .text(address.text)),
                ("contracts", .text(options.contracts.map(\.rawValue).sorted().joined(separator: ","))),
                ("encrypted", .text(options.identity == nil ? "no" : "yes")),
            ])
        let signal = wait(for: signals)
        log.write("stopping", [("signal", .integer(Int(signal)))])
        server.stop()
        await store.close()
        log.write("stopped")
        log.flush()
    }

    // MARK: - Parts

    /// How much of the store is kept in memory, in KiB: enough for the busy part of a million accounts.
    private static let storeCacheSize = 64 << 10

    private static func engineSettings(_ options: ServeOptions) -> EngineSettings {
        var settings = EngineSettings()
        settings.passwordPolicy = options.passwordPolicy
        settings.concealsAccounts = options.concealsAccounts
        // Anybody can ask from anywhere, and each code costs somebody a message (A4).
        settings.asksCaptchaBeforeCodes = true
        return settings
    }

    private static func senders(
        _ options: ServeOptions, _ log: ServiceLog
    ) -> CodeSenders {
        func sender(_ command: String) -> any CodeSender { WatchedSender(MessageCommand(command), log: log) }
        return CodeSenders(telephone: options.smsCommand.map(sender), emailAddress: options.mailCommand.map(sender))
    }

    private static func text(ofFile path: String) throws(CommandFault) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .unusable("cannot read \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while case let count = read(descriptor, &part, part.count), count > 0 { text += part[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    // MARK: - The process

    /// What ends the service.
    private static let endingSignals = [SIGTERM, SIGINT, SIGHUP]

    /// Readies the process before there is any other thread.
    ///
    /// - Returns: the signals to wait for; they are blocked in every thread.
    private static func prepareProcess() -> sigset_t {
        // A crash leaves no memory behind, neither in a file nor in the language runtime's report (T1).
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { signal(fault, SIG_DFL) }
        // A log that nobody reads any more is no reason to end.
        signal(SIGPIPE, SIG_IGN)
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in endingSignals { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        return signals
    }

    private static func wait(for signals: sigset_t) -> CInt {
        var (signals, number): (sigset_t, CInt) = (signals, 0)
        while sigwait(&signals, &number) != 0 {}
        return number
    }

    private nonisolated static func now() -> (seconds: Int64, milliseconds: Int) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (Int64(time.tv_sec), time.tv_nsec / 1_000_000)
    }

    private nonisolated static func writeAll(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }
}
