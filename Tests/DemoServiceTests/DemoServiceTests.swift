import Accounts
import Cryptography
import DemoService
import Synchronization
import Testing
import ZxcvbnEstimator

@Suite("DemoService")
struct DemoServiceTests {
    private func service(_ url: String) throws -> DemoService {
        DemoService(try DemoConfiguration(url: url), estimator: ZxcvbnEstimator(), sleep: { _ in })
    }

    private func credentials(_ account: String, _ password: String) throws -> Credentials {
        try Credentials(account: account, password: Secret(password.utf8), policy: .notEmpty)
    }

    @Test("Section 5: ada has three names and one password", arguments: ["ada", "13542138562", "ada@example.com"])
    func ada(name: String) async throws {
        let session = try await service("demo:").logIn(credentials(name, "testApp123456"))
        #expect(session.user.account == name)
        #expect(session.user.id == "1")
        #expect(session.user.lastVisit == nil)
    }

    @Test("Section 5: 123 gets in with 123, which only rule=any can send")
    func shortPassword() async throws {
        let service = try service("demo:?rule=any")
        let credentials = try Credentials(
            account: "123", password: Secret("123".utf8), policy: service.declaration.passwordPolicy)
        #expect(try await service.logIn(credentials).user.id == "2")
        #expect(throws: Credentials.Fault.passwordLength(.standard)) {
            try Credentials(account: "123", password: Secret("123".utf8), policy: .standard)
        }
    }

    @Test("L9: the demo tells an unknown account from a wrong password")
    func refusals() async throws {
        let service = try service("demo:")
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) {
            try await service.logIn(credentials("ada", "wrong"))
        }
        await #expect(throws: ServiceError.accountUnknown) { try await service.logIn(credentials("eve", "wrong")) }
    }

    @Test("H6: a registration lasts as long as the program, and ada is taken")
    func registration() async throws {
        let service = try service("demo:")
        let password = Secret("k3jf9XqLw2".utf8)
        func registration(_ name: String) throws -> Registration {
            try Registration(account: name, password: password, repeated: password, isWeak: false, policy: .standard)
        }
        #expect(try await service.register(registration("eve")).user.id == "3")
        _ = try await service.logIn(credentials("eve", "k3jf9XqLw2"))
        await #expect(throws: ServiceError.accountTaken) { try await service.register(registration("13542138562")) }
    }

    @Test("Section 5: seed and clock make a session repeatable")
    func repeatable() async throws {
        let url = "demo:?seed=7&clock=1767225600"
        let first = try await service(url).logIn(credentials("ada", "testApp123456"))
        #expect(try await service(url).logIn(credentials("ada", "testApp123456")) == first)
        let service = try service(url)
        _ = try await service.logIn(credentials("ada", "testApp123456"))
        let second = try await service.logIn(credentials("ada", "testApp123456"))
        #expect(second.user.lastVisit == .init(time: Timestamp(seconds: 1_767_225_600), peer: "uid:1000"))
        #expect(second.token != first.token)
    }

    @Test("L8: every call takes the delay, and a cancelled one ends at once")
    func delay() async throws {
        let asked = Mutex<[Double]>([])
        let service = DemoService(try DemoConfiguration(url: "demo:?delay=3600"), estimator: ZxcvbnEstimator()) {
            seconds in
            asked.withLock { $0.append(seconds) }
            try await Task.sleep(for: .seconds(seconds))
        }
        let credentials = try credentials("ada", "testApp123456")
        let login = Task { try await service.logIn(credentials) }
        login.cancel()
        await #expect(throws: ServiceError.cancelled) { try await login.value }
        #expect(asked.withLock { $0 } == [3600])
    }

    @Test("Section 5: first calls that come together find one set of accounts")
    func parallelStart() async throws {
        let service = try service("demo:")
        let credentials = try credentials("ada", "testApp123456")
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<8 { group.addTask { try await service.logIn(credentials).user.id } }
            for try await id in group { #expect(id == "1") }
        }
    }
}
