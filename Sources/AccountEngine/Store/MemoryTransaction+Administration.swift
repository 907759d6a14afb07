import Accounts
import Cryptography

/// What administrators see and do.
extension MemoryTransaction {
    /// Lists accounts by their numbers.
    func records(after account: AccountID?, limit: Int) -> [AccountRecord] {
        contents.accounts.filter { $0.key.number > account?.number ?? 0 }
            .sorted { $0.key.number < $1.key.number }.prefix(limit)
            .map { id, account in
                let names = contents.names.filter { $0.value == id }.map { ($0.key.kind, $0.key.key) }
                return AccountRecord(
                    id: id, names: Dictionary(names, uniquingKeysWith: { $1 }), creation: account.creation,
                    lastVisit: account.lastVisit, disabledSince: contents.sessions.disabledAccounts[id],
                    resetSince: contents.sessions.resets[id])
            }
    }

    /// Whether the account's password opens nothing.
    func mustReset(_ account: AccountID) -> Bool { contents.sessions.resets[account] != nil }

    /// Lets a password open nothing, or again what it opened; of one that is marked already the first time is kept.
    func setReset(since time: Timestamp?, _ account: AccountID) -> Bool {
        guard contents.accounts[account] != nil else { return false }
        contents.sessions.resets[account] = time.map { contents.sessions.resets[account] ?? $0 }
        return true
    }

    /// Forgets all peers' failures.
    func deleteFailures(of subject: Subject) {
        contents.failures.records = contents.failures.records.filter { $0.key.subject != subject }
    }
}
