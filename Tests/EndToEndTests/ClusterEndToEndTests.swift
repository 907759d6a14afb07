import Foundation
import HTTPTesting
import MariaDBTesting
import OwnThreads
import ProgramTesting
import TerminalTesting
import Testing

/// Two services, each on another node of a Galera cluster of three (section 6, "Beyond one machine").
@Suite("Services on a cluster", .serialized, .ownThreads(), .timeLimit(.minutes(10)))
struct ClusterEndToEndTests {
    private static let password = "k3jf9XqLw2"
    private static let wrongPassword = "wr0ngXqLw2"

    private let cluster: GaleraCluster
    private let services: [Vestibuled]

    init() async throws {
        let cluster = try GaleraCluster(nodeCount: 3)
        let urls = try cluster.nodes.prefix(2).map { try $0.url(of: "accounts") }
        // Both at once, on a database that has no tables yet.
        async let first = apart { try Started(urls[0]) }
        async let second = apart { try Started(urls[1]) }
        self.cluster = cluster
        services = try await [first.service, second.service]
    }

    /// A service that was started on a thread of its own.
    private struct Started: @unchecked Sendable {
        let service: Vestibuled

        init(_ store: String) throws {
            service = try Vestibuled(["--contracts", "native,flags"] + Vestibuled.cheapHashes, store: store)
        }
    }

    private func logIn(_ number: Int, _ account: String, _ password: String = password) throws -> Reply {
        try services[number].request("POST", "/v1/login", Vestibuled.credentials(account, password))
    }

    /// Waits for what other processes do; a minute and a half, more on a busy machine.
    private func wait(for event: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool)
        throws
    {
        let isSo = comesTrue(within: .seconds(90 * TimeScale.factor), condition)
        try #require(isSo, "waited in vain for \(event)", sourceLocation: sourceLocation)
    }

    /// Waits until a service grants a right login again.
    private func waitUntilWell(_ number: Int, _ account: String) throws {
        try wait(for: "service \(number) to be well") { (try? logIn(number, account))?.status == 200 }
    }

    @Test("A3: failures count wherever they were made, and what they lead to holds on every machine")
    func failures() throws {
        for (number, account) in ["ada", "bob"].enumerated() {
            #expect(try services[number].register(account, Self.password).status == 200)
        }
        for attempt in 0..<3 {
            let reply = try logIn(attempt % 2, "ada", Self.wrongPassword)
            #expect(reply.status == 403 && reply.text.contains("/problems/credentials-wrong"))
            #expect(reply.text.contains("\"challenge\"") == (attempt == 2))
        }
        for attempt in 0..<3 { _ = try services[attempt % 2].askFlags("bob", Self.wrongPassword) }
        for (number, service) in services.enumerated() {
            let reply = try logIn(number, "ada")
            #expect(reply.status == 403 && reply.text.contains("/problems/challenge-required"))
            #expect(
                try service.askFlags("bob", Self.password).text
                    == #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"0"}"#)
            #expect(try logIn(number, "bob").status == 429)
        }
    }

    @Test("A10: a node and a service killed -9 under load: nothing acknowledged is lost, nobody is admitted wrongly")
    func kills() throws {
        #expect(try services[0].register(ClusterLoad.target, Self.password).status == 200)
        let load = ClusterLoad(on: try services.map { try $0.address }, password: Self.password)
        defer { load.end() }
        try wait(for: "both services to be at work") { [0, 1].allSatisfy { load.accountCount(of: $0) >= 40 } }

        // The second service's node goes. The service says so, and the first one works on once the others agree.
        cluster.nodes[1].kill(SIGKILL)
        try cluster.nodes[1].waitUntilEnded()
        let (count, refusals) = (load.accountCount(of: 0), load.refusalCount(of: 1))
        try wait(for: "the second service to refuse") { load.refusalCount(of: 1) >= refusals + 40 }
        try wait(for: "the first service to work on") { load.accountCount(of: 0) >= count + 40 }
        #expect(try services[1].request("GET", "/healthz").status == 500)
        let frontEnds = try services.map { try FrontEndRun.onService("http://\($0.host)") }
        let account = try #require(load.accounts.first).name
        for frontEnd in frontEnds { try frontEnd.fillIn(account: account, password: Self.password) }
        try frontEnds[1].expectTrouble("; try again")
        try frontEnds[0].program.press(.enter)
        try frontEnds[0].waitForScreen("home")

        // The node comes back, with all that it has missed.
        let countWithout = load.accountCount(of: 1)
        try cluster.nodes[1].start()
        try wait(for: "the second service to work again") { load.accountCount(of: 1) >= countWithout + 40 }
        try frontEnds[1].program.press(.enter)
        try frontEnds[1].waitForScreen("home")

        // A service goes in the midst of its calls; the other one notices nothing.
        let countBefore = load.accountCount(of: 1)
        #expect(try services[0].end(by: SIGKILL) == 128 + SIGKILL)
        try wait(for: "nobody to be reached") { load.unreachableCount(of: 0) >= 10 }
        try wait(for: "the other service to work on") { load.accountCount(of: 1) >= countBefore + 40 }
        load.end()
        try services[0].start()

        #expect(load.wrongs.isEmpty, "\(load.wrongs.prefix(5))")
        #expect(load.accountCount(of: 0) >= 80 && load.accountCount(of: 1) >= 120)
        for account in load.accounts {
            #expect(try logIn(1 - account.service, account.name).status == 200, "\(account)")
        }
        // So many guesses, from wherever, and still counted.
        for number in [0, 1] { #expect([403, 429].contains(try logIn(number, ClusterLoad.target).status)) }
        for service in services { #expect(try service.end(by: SIGTERM) == 0) }
    }

    @Test("A10: a node without a majority admits nobody, since the others may know better")
    func minority() throws {
        #expect(try services[1].register("ada", Self.password).status == 200)
        let frontEnd = try FrontEndRun.onService("http://\(services[0].host)")
        try frontEnd.fillIn(account: "ada", password: Self.password)
        for node in cluster.nodes.dropFirst() { node.kill(SIGKILL) }
        for node in cluster.nodes.dropFirst() { try node.waitUntilEnded() }
        for _ in 0..<10 {
            for reply in try [
                logIn(0, "ada"), services[0].askFlags("ada", Self.password), services[0].register("bob", Self.password),
            ] {
                #expect([500, 503, 504].contains(reply.status), "\(reply.text)")
                #expect(!reply.text.contains("token") && !reply.text.contains("Flag"))
            }
        }
        try frontEnd.expectTrouble("; try again")
        // Whoever runs it has seen that the others are gone for good.
        try cluster.nodes[0].query("SET GLOBAL wsrep_provider_options = 'pc.bootstrap=YES'")
        try waitUntilWell(0, "ada")
        try frontEnd.program.press(.enter)
        try frontEnd.waitForScreen("home")
        #expect(try services[0].register("eve", Self.password).status == 200)
        try cluster.nodes[1].start()
        try waitUntilWell(1, "eve")
    }
}
