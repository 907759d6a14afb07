import Accounts
import Cryptography

/// A code that is stored and counted, and about to leave (A6).
struct CodePlan: Sendable {
    /// What leaves; nil where nothing does, and nobody must notice.
    let message: CodeMessage?
    /// Through which sender.
    let kind: AccountName.Kind
    /// The account that was meant.
    let account: AccountID?
    /// The code as it is stored.
    let code: StoredCode
    /// The code whose place it took.
    let replaced: StoredCode?
    /// The number of the send that was counted.
    let send: Int64
}

extension AccountEngine {
    /// Lets the message leave, outside any transaction; what went wrong, or nil.
    ///
    /// Where nothing leaves, that takes as long and fails as the latest message did (A8, H7).
    func deliver(_ plan: CodePlan) async -> ServiceError? {
        guard let message = plan.message, let sender = senders[plan.kind] else {
            guard let latest = deliveries.latest(plan.kind) else { return nil }
            try? await sleep(latest.duration)
            return latest.isFailure ? .sendingFailed : nil
        }
        let start = ContinuousClock.now
        let isSent = await withCheckedContinuation { continuation in
            let ticket = messengers.submit {
                do throws(SendingFailure) {
                    try sender.send(message)
                    continuation.resume(returning: true as Bool?)
                } catch { continuation.resume(returning: false) }
            }
            if ticket == nil { continuation.resume(returning: nil) }
        }
        guard let isSent else { return .busy }
        deliveries.note(
            .init(duration: .now - start, isFailure: !isSent), for: plan.kind)
        return isSent ? nil : .sendingFailed
    }

    /// Audits what became of a message, and takes the send and the code back when it did not leave (A6, A9).
    func settle(_ plan: CodePlan, _ failure: ServiceError?, from peer: Peer) async throws(ServiceError) {
        let outcome = failure.map { Attempt.Outcome($0, isAccountKnown: plan.account != nil) } ?? .granted
        try await write { transaction throws(StoreError) in
            try audit(.code, outcome, account: plan.account, peer: peer, time: clock(), in: transaction)
            guard failure != nil else { return }
            try transaction.deleteCodeSend(plan.send)
            // Unless the code was used, or another one took its place, meanwhile.
            let (subject, purpose) = (plan.code.subject, plan.code.purpose)
            guard try transaction.code(for: subject, purpose)?.digest == plan.code.digest else { return }
            if let replaced = plan.replaced {
                try transaction.put(replaced)
            } else {
                try transaction.deleteCode(for: subject, purpose)
            }
        }
    }
}
