import AccountEngine
import Cryptography

/// The account service on the network: the contracts, over one engine, on one port (section 6).
public final class AccountServer: Sendable {
    private let server: HTTPServer
    private let identity: TLSIdentity?

    /// By how much the threads that hash step back behind those that answer, which need little and are waited for
    /// (section 9); a third of a share where other programs want the cores too.
    private static let hashNiceness: CInt = 5

    /// What a service may be told.
    public struct Settings: Sendable {
        /// What is spoken.
        public var contracts: Set<Contract> = [.native]
        /// How much clients may ask for.
        public var limits = Limits()
        /// What the service proves itself by; without it, it speaks plain HTTP.
        public var identity: TLSIdentity?

        /// Only the native contract, in plain HTTP.
        public init() {}
    }

    /// Prepares a service; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - store: where the accounts are.
    ///   - settings: what the service is told.
    ///   - log: where every request leaves a line.
    ///   - randomness: what the service writes to try the store out is named from it.
    ///   - makeEngine: makes the engine over the store, which is watched then, and the queue of hashes.
    public init(
        store: any AccountStore, settings: Settings, log: ServiceLog, randomness: Randomness = .system,
        makeEngine: (any AccountStore, HashQueue) -> AccountEngine
    ) {
        let (metrics, hashes, connections) = (Metrics(), HashQueue(niceness: Self.hashNiceness), Connections())
        let watched = WatchedStore(store, metrics: metrics, log: log, randomness: randomness)
        let router = Router(
            engine: makeEngine(watched, hashes), hashes: hashes,
            contracts: settings.contracts, isEncrypted: settings.identity != nil, connections: connections,
            metrics: metrics, log: log)
        server = HTTPServer(handler: router, connections: connections, limits: settings.limits)
        identity = settings.identity
    }

    /// Serves from now on.
    ///
    /// - Returns: where; with the port that was taken for port 0.
    /// - Throws: ``ServerFault``.
    public func start(on address: ListenAddress) throws(ServerFault) -> ListenAddress {
        try server.start(on: address, identity: identity)
    }

    /// Takes no more requests, finishes those that were accepted, and ends; blocks for at most ten seconds.
    public func stop() {
        server.stop()
    }
}
