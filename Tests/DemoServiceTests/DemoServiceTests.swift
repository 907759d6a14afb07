import Accounts
import Cryptography
import DemoService
import Synchronization
import Testing
import ZxcvbnEstimator

@Suite("DemoService")
struct DemoServiceTests {
    private func service(_ url: String) throws -> DemoService {
        DemoService(
            try DemoConfiguration(url: url), estimator: ZxcvbnEstimator(), sleep: { _ in }, uptime: { .zero })
    }

    private func credentials(_ account: String, _ password: String) throws -> Credentials {
        try Credentials(account: account, password: Secret(password.utf8), policy: .notEmpty)
    }

    @Test("Section 5: ada has three names and one password", arguments: ["ada", "13542138562", "ada@example.com"])
    func ada(name: String) async throws {
        let session = try await service("demo:").logIn(credentials(name, "testApp123456"))
        #expect(session.user.account == name)
        #expect(session.user.id == "1")
        #expect(session.user.earlierVisit == .never)
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
            try Registration(
                name: AccountName(name), password: password, repeated: password, isWeak: false, policy: .standard)
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
        #expect(second.user.earlierVisit == .last(.init(time: Timestamp(seconds: 1_767_225_600), peer: "uid:1000")))
        #expect(second.token != first.token)
    }

    @Test("L8: every call takes the delay, and a cancelled one ends at once")
    func delay() async throws {
        let asked = Mutex<[Duration]>([])
        let service = DemoService(try DemoConfiguration(url: "demo:?delay=3600"), estimator: ZxcvbnEstimator()) {
            duration in
            asked.withLock { $0.append(duration) }
            // Nothing ever comes; being cancelled ends it.
            for await _ in AsyncStream<Void>(bufferingPolicy: .unbounded, { _ in }) {}
            throw CancellationError()
        }
        let credentials = try credentials("ada", "testApp123456")
        let login = Task { try await service.logIn(credentials) }
        login.cancel()
        await #expect(throws: ServiceError.cancelled) { try await login.value }
        #expect(asked.withLock { $0 } == [.seconds(3600)])
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

    private func logIn(_ name: String, _ answer: ChallengeAnswer? = nil, at service: DemoService) async -> ServiceError?
    {
        do {
            _ = try await service.logIn(
                Credentials(
                    account: name, password: Secret((answer == nil ? "wrong" : "testApp123456").utf8), answer: answer,
                    policy: .notEmpty))
            return nil
        } catch { return error as? ServiceError }
    }

    @Test("Section 5: the login code is 1234, those to register and to reset are 123456")
    func codes() async throws {
        let service = try service("demo:")
        for _ in 0..<2 { #expect(await logIn("13542138562", at: service) == .credentialsWrong(next: nil)) }
        #expect(await logIn("13542138562", at: service) == .credentialsWrong(next: .code))
        let ada = try #require(AccountName("13542138562"))
        let sent = try await service.requestCode(CodeRequest(name: ada, purpose: .logIn))
        #expect(sent == CodeDispatch(route: .message, resendDelay: 60))
        let code = try OneTimeCode(Secret("1234".utf8), for: .logIn)
        #expect(await logIn("13542138562", .code(code), at: service) == nil)

        let eve = try #require(AccountName("eve@example.com"))
        _ = try await service.requestCode(CodeRequest(name: eve, purpose: .register))
        let password = Secret("k3jf9XqLw2".utf8)
        _ = try await service.register(
            Registration(
                name: AccountName("eve@example.com"), password: password, repeated: password,
                code: Secret("123456".utf8),
                isWeak: false, policy: .standard))
    }

    @Test("Section 5: with a seed the pictures are the same in every run, whatever was done before")
    func pictures() async throws {
        let (first, second) = (try service("demo:?seed=1"), try service("demo:?seed=1"))
        for _ in 0..<3 { _ = await logIn("ada", at: second) }
        var pictures: [BitPicture] = []
        for _ in 0..<3 {
            let picture = try await first.requestCaptcha().picture
            #expect(try await second.requestCaptcha().picture == picture)
            pictures.append(picture)
        }
        #expect(pictures[0] != pictures[1] && pictures[1] != pictures[2])
        #expect(try await service("demo:?seed=2").requestCaptcha().picture != pictures[0])
    }

    @Test("Section 5: a clock that was set goes on, so that a code can be sent again")
    func clock() async throws {
        let uptime = Mutex(Duration.zero)
        let service = DemoService(
            try DemoConfiguration(url: "demo:?clock=1767225600"), estimator: ZxcvbnEstimator(), sleep: { _ in },
            uptime: { uptime.withLock { $0 } })
        let request = CodeRequest(name: try #require(AccountName("ada")), purpose: .reset)
        _ = try await service.requestCode(request)
        uptime.withLock { $0 = .seconds(59.9) }
        await #expect(throws: ServiceError.codeTooSoon(seconds: 1)) { try await service.requestCode(request) }
        uptime.withLock { $0 = .seconds(60) }
        _ = try await service.requestCode(request)
    }

    @Test("H2, section 5: there is something waiting for ada, and nothing for 123")
    func notices() async throws {
        let service = try service("demo:?rule=any")
        let ada = try await service.logIn(credentials("13542138562", "testApp123456"))
        #expect(
            try await service.notices(in: ada) == Notices(mentions: 3, messages: 2, comments: 0, followers: 5))
        let other = try await service.logIn(credentials("123", "123"))
        #expect(try await service.notices(in: other) == Notices())
    }

    @Test("H3, A7: sessions are resumed, listed and ended, and a password is changed, as in any service")
    func sessions() async throws {
        let service = try service("demo:")
        #expect(
            service.declaration.calls == [.register, .reset, .changePassword, .notices, .sessions])
        let first = try await service.logIn(credentials("ada", "testApp123456"))
        let session = try await service.resume(#require(first.token))
        #expect(session.user.account == "ada")
        let other = try await service.logIn(credentials("ada", "testApp123456"))
        let list = try await service.sessions(in: session)
        #expect(list.map(\.isCurrent) == [true, false])
        try await service.endSession(list[1].id, in: session)
        await #expect(throws: ServiceError.sessionEnded) { try await service.notices(in: other) }
        let new = NewPassword(unchecked: Secret("t7Rk2pWz9q".utf8))
        try await service.changePassword(
            PasswordChange(current: Secret("testApp123456".utf8), password: new), in: session)
        _ = try await service.logIn(credentials("ada", "t7Rk2pWz9q"))
        try await service.endAllSessions(in: session)
        await #expect(throws: ServiceError.sessionEnded) { try await service.sessions(in: session) }
        await #expect(throws: ServiceError.sessionEnded) {
            try await service.notices(in: Session(token: nil, user: session.user))
        }
    }
}
