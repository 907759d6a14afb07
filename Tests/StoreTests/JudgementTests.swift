import AccountEngine
import Accounts
import Cryptography
import EngineTesting
import Glibc
import OwnThreads
import PasswordStrength
import Testing

@Suite("Judging new passwords", .ownThreads(), .timeLimit(.minutes(5)))
struct JudgementTests {
    @Test("A1, A10: however long it takes, it does not hold up the store's thread, on which a call goes on")
    func thread() async throws {
        let service = try await StoredEngine(.sqlite)
        let estimator = Estimator()
        let engine = AccountEngine(
            store: service.store, estimator: estimator, hasher: Argon2Hasher(cost: .cheapest),
            senders: CodeSenders(telephone: service.outbox), clock: { [time = service.time] in time.value })
        let storeThread = try await service.store.read { _ throws(StoreError) in pthread_self() }
        let new = NewPassword(unchecked: Secret("t7Rk2pWz9q".utf8))

        let token = try await service.logIn()
        try await engine.changePassword(
            PasswordChange(current: Secret(StoredEngine.password.utf8), password: new), with: token,
            from: service.peer)
        #expect(estimator.threads.values.count == 1)

        let phone = try #require(AccountName("13542138562"))
        _ = try await engine.requestCode(CodeRequest(name: phone, purpose: .reset), from: service.peer)
        let code = try OneTimeCode(try #require(service.outbox.code), for: .reset)
        try await engine.reset(
            PasswordReset(name: phone, code: code, password: new, endsSessions: false), from: service.peer)
        #expect(estimator.threads.values.count == 2)
        #expect(!estimator.threads.values.contains(storeThread))
    }
}

/// Finds every password good, and notes on which thread it was asked.
private struct Estimator: PasswordEstimator {
    let threads = Recorder<pthread_t>()

    func estimate(_ password: Secret, account: String) -> PasswordEstimate? {
        threads.append(pthread_self())
        return PasswordEstimate(bits: 60, weakness: nil)
    }
}
