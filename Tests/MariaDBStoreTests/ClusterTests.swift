import AccountEngine
import Accounts
import Cryptography
import Glibc
import MariaDBTesting
import ProgramTesting
import Testing

@testable import MariaDBStore

/// Programs on different nodes of a Galera cluster (A10, section 6).
@Suite("Nodes of a cluster", .serialized, .timeLimit(.minutes(5)))
struct ClusterTests {
    private let database = "cluster" + Randomness.system.makeName(byteCount: 8)

    private func stores(of cluster: GaleraCluster) async throws -> [MariaDBStore] {
        var stores: [MariaDBStore] = []
        for node in cluster.nodes { stores.append(try await node.store(database)) }
        return stores
    }

    @Test("A10: what one node has acknowledged the other reads at once")
    func readAfterWrite() async throws {
        let stores = try await stores(of: .shared())
        for number in 0..<200 {
            let name = try #require(AccountName("user\(number)"))
            let (here, there) = (stores[number % 2], stores[1 - number % 2])
            let id = try await here.write { store throws(StoreError) in try store.insert(newAccount(name.key)) }
            #expect(try await there.read { store throws(StoreError) in try store.account(named: name)?.id } == id)
        }
    }

    @Test("A10: programs that open a new store on several nodes at once make the same store")
    func opening() async throws {
        let nodes = try await GaleraCluster.shared().nodes
        for round in 0..<10 {
            let keys = try await withThrowingTaskGroup(of: Secret.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        let store = try await nodes[number % 2].store("\(database)r\(round)")
                        return try await store.read { store throws(StoreError) in try store.hashKey() }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(keys.allSatisfy { $0 == keys[0] })
        }
    }

    @Test("A2, A10: of parallel registrations of one name on two nodes one wins")
    func registrations() async throws {
        for round in 0..<40 {
            // New connections prepare their statements within the transactions, where a node that undoes one told
            // nobody.
            let registries = try await stores(of: .shared()).map(Registry.init)
            let wins = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask { (try? await registries[number % 2].register("ada\(round)")) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wins == 1)
        }
    }

    @Test("A5, A10: a picture's answer is taken once, on whichever node")
    func captchas() async throws {
        let stores = try await stores(of: .shared())
        let time = Timestamp(seconds: 1_767_225_600)
        for round in 0..<5 {
            let captcha = StoredCaptcha(id: "c\(round)", digest: TokenDigest(of: Secret([1])), issue: time)
            try await stores[0].write { store throws(StoreError) in try store.insert(captcha) }
            let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await stores[number % 2].write { store throws(StoreError) in
                            try store.takeCaptcha("c\(round)") != nil
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(taken == 1)
        }
    }

    @Test("A10: kill -9 of a node loses nothing that it had acknowledged")
    func killedNode() async throws {
        let cluster = try await apart { try GaleraCluster() }
        let stores = try await stores(of: cluster)
        let registries = stores.map(Registry.init)
        var acknowledged: [String: String] = [:]
        for number in 0..<100 {
            let name = "user\(number)"
            acknowledged[name] = try await registries[1].register(name)
        }
        cluster.nodes[1].kill(SIGKILL)
        // The other one outvotes it, and goes on alone once it has noticed.
        for (name, id) in acknowledged { #expect(try await registries[0].logIn(name) == id) }
        _ = try await registries[0].register("other")
    }
}
