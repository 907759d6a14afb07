import AccountEngine
import AccountWire
import Accounts

/// Finds out what a request asks for, and notes what became of it.
final class Router: RequestHandler {
    private let engine: AccountEngine
    private let hashes: HashQueue
    private let native: NativeContract?
    private let flags: FlagContract?
    private let xml: XMLContract?
    private let metrics: Metrics
    private let log: ServiceLog
    private let connections: Connections

    /// Leads to the contracts that are spoken.
    init(
        engine: AccountEngine, hashes: HashQueue, contracts: Set<Contract>, isEncrypted: Bool,
        connections: Connections, metrics: Metrics, log: ServiceLog
    ) {
        self.engine = engine
        self.hashes = hashes
        self.connections = connections
        self.metrics = metrics
        self.log = log
        native = contracts.contains(.native) ? NativeContract(engine: engine) : nil
        flags = contracts.contains(.flags) ? FlagContract(engine: engine) : nil
        xml = contracts.contains(.xml) ? XMLContract(engine: engine, isEncrypted: isEncrypted) : nil
    }

    /// Finds the contract that knows the path.
    func route(_ head: RequestHead) -> Route {
        if let route = flags?.route(head) ?? xml?.route(head) { return route }
        // Nothing below takes a query, but one that makes no sense is no request.
        do throws(FormFields.Fault) {
            _ = try FormFields([head.query])
        } catch { return Route(name: Route.malformed, action: .respond(Response(.badRequest(error.message)))) }
        return native?.route(head) ?? operations(head) ?? Route(name: "unknown", action: .respond(Response(.notFound)))
    }

    /// Counts the request and writes a line about it; no path and no query is in it.
    func note(_ event: RequestEvent) {
        metrics.count(event)
        log.write(
            "request",
            [
                ("route", .text(event.route)), ("method", .text(event.method)),
                ("status", .integer(event.status ?? 0)), ("duration", .duration(event.duration)),
                ("peer", .text(event.peer.text)),
            ])
    }

    /// What those who run the service ask it.
    private func operations(_ head: RequestHead) -> Route? {
        let action: @Sendable (Request) async -> Response
        let name: String
        switch head.path {
        case "/healthz": (name, action) = ("health", { [self] _ in await health() })
        case "/metrics": (name, action) = ("metrics", { [self] _ in numbers() })
        default: return nil
        }
        guard head.method == "GET" || head.method == "HEAD" else {
            return Route(name: name, action: .respond(.otherMethod(than: ["GET"], head.method)))
        }
        return Route(name: name, action: .run(action))
    }

    private func health() async -> Response {
        do throws(ServiceError) {
            try await engine.checkStore()
            return Response("ok\n", type: "text/plain; charset=utf-8")
        } catch { return Response(ProblemDetails(error)) }
    }

    private func numbers() -> Response {
        Response(
            metrics.text(Metrics.Gauges(connections: connections.count, hashes: hashes.load)),
            type: "text/plain; version=0.0.4; charset=utf-8")
    }
}
