import AccountEngine
import Accounts
import Cryptography
import Testing

/// What administrators see and do, over every store (section 6).
@Suite("Administration")
struct AdministrationTests {
    private let names = ["eve", "13542138563", "eve@example.com"].compactMap(AccountName.init)
    private let password = Secret("t7Rk2pWz9q".utf8)

    @Test(
        "Section 6: accounts are listed by their numbers, with everything but the password",
        arguments: StoreKind.allCases)
    func records(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let eve = try await service.engine.add(names, password: password, from: service.peer)
        service.time.value = service.time.value + 100
        _ = try await service.logIn("eve", "t7Rk2pWz9q")
        let start = Timestamp(seconds: 1_767_225_600)
        let expected = [
            AccountRecord(
                id: service.account, names: [.normalName: "ada", .telephone: "13542138562"], creation: start,
                lastVisit: nil, disabledSince: nil, resetSince: nil),
            AccountRecord(
                id: eve,
                names: [.normalName: "eve", .telephone: "13542138563", .emailAddress: "eve@example.com"],
                creation: start, lastVisit: User.Visit(time: start + 100, peer: "uid:1000"), disabledSince: nil,
                resetSince: nil),
        ]
        #expect(try await service.engine.records(after: nil, limit: 9) == expected)
        #expect(try await service.engine.records(after: nil, limit: 1) == [expected[0]])
        #expect(try await service.engine.records(after: service.account, limit: 9) == [expected[1]])
        #expect(try await service.engine.record(of: eve) == expected[1])
        #expect(try await service.engine.record(of: AccountID(number: 99)) == nil)
        #expect(try await service.engine.account(named: names[2]) == eve)
        #expect(try await service.engine.sessionCount(of: eve) == 1)
    }

    @Test("Section 6, A2: an account is added under all of its names or not at all", arguments: StoreKind.allCases)
    func add(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        _ = try await service.engine.add(names, password: password, from: service.peer)
        for name in ["eve", "13542138563", "eve@example.com"] { _ = try await service.logIn(name, "t7Rk2pWz9q") }
        func refusal(_ names: [String], _ password: String) async -> ServiceError? {
            do throws(ServiceError) {
                _ = try await service.engine.add(
                    names.compactMap(AccountName.init), password: Secret(password.utf8), from: service.peer)
                return nil
            } catch { return error }
        }
        #expect(await refusal(["bob", "13542138563"], "t7Rk2pWz9q") == .accountTaken)
        #expect(await refusal(["bob"], "short") == .registrationRefused(.password(.length(.standard))))
        #expect(await refusal(["bob"], "password1") == .registrationRefused(.password(.weak)))
        #expect(await refusal(["bob", "b@example.com"], "b@example.com") == .registrationRefused(.password(.weak)))
        #expect(await refusal(["1bob"], "t7Rk2pWz9q") == .registrationRefused(.account(.nameStart)))
        #expect(await refusal(["bob"], "t7Rk2pWz9q") == nil)
        #expect(try await service.trail().map(\.outcome) == [.granted, .taken, .granted])
    }

    @Test(
        "Section 6, A7: a reset that was started ends sessions, and the password opens nothing",
        arguments: StoreKind.allCases)
    func startReset(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn()
        #expect(try await service.engine.startReset(service.account, from: service.peer) == true)
        await service.expectEnded(token)
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) { try await service.logIn() }
        let since = try await service.engine.record(of: service.account)?.resetSince
        #expect(since == service.time.value)
        service.time.value = service.time.value + 5
        #expect(try await service.engine.startReset(service.account, from: service.peer) == true)
        #expect(try await service.engine.record(of: service.account)?.resetSince == since)
    }

    @Test(
        "Section 6, H7: the owner sets another password by a code, which ends the reset", arguments: StoreKind.allCases)
    func finishReset(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        #expect(try await service.engine.startReset(service.account, from: service.peer) == true)
        let name = try #require(AccountName("13542138562"))
        _ = try await service.engine.requestCode(CodeRequest(name: name, purpose: .reset), from: service.peer)
        let reset = PasswordReset(
            name: name, code: try OneTimeCode(try #require(service.outbox.code), for: .reset),
            password: NewPassword(unchecked: password), endsSessions: false)
        try await service.engine.reset(reset, from: service.peer)
        _ = try await service.logIn("ada", "t7Rk2pWz9q")
        #expect(try await service.engine.record(of: service.account)?.resetSince == nil)
    }

    @Test("Section 6: no reset is started where no code could reach the owner", arguments: StoreKind.allCases)
    func unreachable(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let bob = try await service.engine.add([names[0]], password: password, from: service.peer)
        #expect(try await service.engine.startReset(bob, from: service.peer) == false)
        _ = try await service.logIn("eve", "t7Rk2pWz9q")
        #expect(try await service.engine.startReset(AccountID(number: 99), from: service.peer) == nil)
    }

    @Test("Section 6, A3: unlocking forgets every peer's failures", arguments: StoreKind.allCases)
    func unlock(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let other = Peer.localUser(id: 2)
        for peer in [service.peer, service.peer, other] {
            _ = try? await service.logIn("ada", "wrong", from: peer)
        }
        await #expect(throws: ServiceError.challengeRequired(.captcha(acceptsCode: true))) { try await service.logIn() }
        #expect(try await service.engine.unlock(service.account, from: service.peer))
        _ = try await service.logIn()
        #expect(try await !service.engine.unlock(AccountID(number: 99), from: service.peer))
    }

    @Test(
        "Section 6, A1: accounts are taken over; passwords outside the length rule mark them",
        arguments: StoreKind.allCases)
    func takeOver(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        func account(_ name: String, _ password: String?) -> ForeignAccount {
            ForeignAccount(
                names: [name].compactMap(AccountName.init), password: password.map { Secret($0.utf8) })
        }
        let outcomes = try await service.engine.takeOver(
            [
                account("bob", "password1"), account("13542138562", "testApp123456"), account("carol", "short"),
                account("dave", nil), account("bob", "testApp123456"),
                account("erin", String(repeating: "x", count: 21)),
            ], from: service.peer)
        let numbers = try await service.engine.records(after: service.account, limit: 9).map(\.id)
        try #require(numbers.count == 4)
        #expect(
            outcomes == [
                .added(numbers[0]), .taken, .marked(numbers[1]), .marked(numbers[2]), .taken, .marked(numbers[3]),
            ])
        _ = try await service.logIn("bob", "password1")
        for (name, password) in [("carol", "short"), ("erin", String(repeating: "x", count: 21))] {
            await #expect(throws: ServiceError.credentialsWrong(next: nil)) {
                try await service.logIn(name, password)
            }
        }
    }
}
