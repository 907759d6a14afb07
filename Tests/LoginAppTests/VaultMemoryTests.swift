import Accounts
import Cryptography
import Foundation
import LoginFlow
import Synchronization
import Testing
import Vault

@testable import LoginApp

@Suite("What the vault remembers for the screens (section 3)")
struct VaultMemoryTests {
    private static let user = User(account: "ada", id: "7")

    private static func login(_ token: String) -> RememberedLogin {
        RememberedLogin(account: " ADA", logsInAutomatically: true, proof: .token(Secret(token.utf8)))
    }

    /// Runs `body` with a directory that goes away with it.
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("vestibule-memory-\(UUID())")
        defer { try? FileManager.default.removeItem(at: url) }
        try body(url.path)
    }

    @Test("what is remembered is recalled, for its own service only")
    func roundTrip() throws {
        try withDirectory { directory in
            let memory = VaultMemory(try Vault(directory: directory), origin: "sqlite:/a")
            #expect(memory.recall().login == nil && memory.recall().remarks == [])
            #expect(memory.perform(.remember(Self.login("t1"), Self.user)) == [])
            #expect(memory.recall().login == Self.login("t1"))
            #expect(VaultMemory(try Vault(directory: directory), origin: "sqlite:/b").recall().login == nil)
        }
    }

    @Test("H4: after a log-out the account and the boxes are left; section 3: forgetting leaves nothing")
    func forgetting() throws {
        try withDirectory { directory in
            let memory = VaultMemory(try Vault(directory: directory), origin: "sqlite:/a")
            _ = memory.perform(.remember(Self.login("t1"), Self.user))
            #expect(memory.perform(.forgetLogin) == [])
            #expect(memory.recall().login == RememberedLogin(account: " ADA", logsInAutomatically: true, proof: nil))
            #expect(memory.currentToken(of: Self.user) == nil)
            #expect(memory.perform(.forget) == [] && memory.recall().login == nil)
        }
    }

    @Test("A7: of two programs on one vault each shows the token that was remembered last, for the same user only")
    func currentToken() throws {
        try withDirectory { directory in
            let first = VaultMemory(try Vault(directory: directory), origin: "sqlite:/a")
            let second = VaultMemory(try Vault(directory: directory), origin: "sqlite:/a")
            _ = first.perform(.remember(Self.login("t1"), Self.user))
            _ = second.perform(.remember(Self.login("t2"), Self.user))
            let (old, new) = (Session(token: Secret("t1".utf8), user: Self.user), Secret("t2".utf8))
            let current = Session(token: new, user: Self.user)
            #expect(first.currentToken(of: Self.user) == new)
            #expect(Effect.Call.notices(old).showingCurrentToken(of: first) == .notices(current))
            #expect(Effect.Call.endSession("3", old).showingCurrentToken(of: first) == .endSession("3", current))
            #expect(Effect.Call.logOut(old).showingCurrentToken(of: first) == .logOut(old))
            let other = Session(token: Secret("t1".utf8), user: User(account: "ada", id: "8"))
            let resumption = { (token: String, account: String) in
                Effect.Call.resume(Secret(token.utf8), account: account)
            }
            #expect(resumption("t1", " ADA").showingCurrentToken(of: first) == resumption("t2", " ADA"))
            #expect(resumption("t1", "eve").showingCurrentToken(of: first) == resumption("t1", "eve"))
            #expect(Effect.Call.notices(other).showingCurrentToken(of: first) == .notices(other))
        }
    }

    @Test("A7: a program resumes and remembers what came of it before another one resumes")
    func turn() async throws {
        let events = Recorder()
        let memory = RecordingMemory(events)
        let service = ScriptedService { () throws(ServiceError) in
            events.note("resumed")
            return .of("ada")
        }
        let terminal = ScriptedTerminal([.keys(.enter, .enter), .until("─ Home ─"), .keys(.control("c"))])
        #expect(await terminal.run(service, memory: memory, remembered: Self.login("t1")) == .left(.fromHome))
        #expect(events.all == ["turn", "resumed", "remembered", "end of turn"])
    }

    @Test("A7: a resumption that fails ends the turn", arguments: [ServiceError.busy, .sessionEnded])
    func failedTurn(_ error: ServiceError) async throws {
        let events = Recorder()
        let terminal = ScriptedTerminal([
            .keys(.enter, .enter), .until(error == .busy ? "busy" : "no longer good"), .keys(.control("c")),
        ])
        let memory = RecordingMemory(events)
        _ = await terminal.run(ScriptedService(.failure(error)), memory: memory, remembered: Self.login("t1"))
        #expect(Array(events.all.prefix(2)) == ["turn", "end of turn"])
    }

    @Test("what cannot be saved is said, and nothing is thrown")
    func notSaved() throws {
        try withDirectory { directory in
            #expect(FileManager.default.createFile(atPath: directory, contents: nil))
            let memory = VaultMemory(try Vault(directory: directory + "/data"), origin: "sqlite:/a")
            #expect(memory.perform(.remember(Self.login("t1"), Self.user)) == [.notSaved(.failed)])
            #expect(memory.recall().login == nil)
        }
    }
}

/// What happened, in order.
private final class Recorder: Sendable {
    private let events = Mutex<[String]>([])

    var all: [String] { events.withLock { $0 } }

    func note(_ event: String) { events.withLock { $0.append(event) } }
}

/// A memory that notes what is done with it.
private final class RecordingMemory: LoginMemory {
    private let events: Recorder

    init(_ events: Recorder) { self.events = events }

    func perform(_ change: MemoryChange) -> [MemoryRemark] {
        events.note("remembered")
        return []
    }

    func currentToken(of user: User) -> Secret? { nil }

    func currentToken(ofAccount account: String) -> Secret? { nil }

    func takeTurn() -> (any Sendable)? {
        events.note("turn")
        return Turn(events)
    }

    private final class Turn: Sendable {
        private let events: Recorder

        init(_ events: Recorder) { self.events = events }

        deinit { events.note("end of turn") }
    }
}
