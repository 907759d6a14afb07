import AccountEngine
import Accounts
import Cryptography
import Dispatch
import PasswordStrength
import Synchronization

/// An estimator that is not there.
struct NoEstimator: PasswordEstimator {
    func estimate(_ password: Secret, account: String) -> PasswordEstimate? { nil }
}

/// A hasher that lets something else happen before it hashes a new password.
struct InterruptedHasher: PasswordHasher {
    let inner = Argon2Hasher(cost: .cheapest)
    let interruption: @Sendable () async throws -> Void

    init(_ interruption: @escaping @Sendable () async throws -> Void) {
        self.interruption = interruption
    }

    func hash(_ password: Secret) throws(PasswordHash.Failure) -> PasswordHash {
        let done = DispatchSemaphore(value: 0)
        Task {
            try? await interruption()
            done.signal()
        }
        done.wait()
        return try inner.hash(password)
    }

    func isMatch(_ password: Secret, _ hash: PasswordHash) throws(PasswordHash.Failure) -> Bool {
        try inner.isMatch(password, hash)
    }

    func isOutdated(_ hash: PasswordHash) -> Bool { inner.isOutdated(hash) }
}

/// Keeps the latest code.
final class Outbox: CodeSender {
    let route = CodeDispatch.Route.message
    private let sent = Mutex<[CodeMessage]>([])

    var count: Int { sent.withLock { $0.count } }

    var code: Secret? {
        guard case .code(let code, _) = sent.withLock(\.last)?.content else { return nil }
        return code.digits
    }

    func send(_ message: CodeMessage) {
        sent.withLock { $0.append(message) }
    }
}
