import Accounts
import Cryptography
import ProgramTesting

@testable import Vault

extension Vault.Entry {
    /// An entry with everything that one can have.
    static let full = Vault.Entry(
        account: "ada@example.com", logsInAutomatically: true,
        login: Vault.Login(
            proof: .token(Secret(Array(repeating: 0xA5, count: 32))),
            cookies: [Secret("oscid=\u{0}x; path=/".utf8), Secret("empty=".utf8)],
            user: User(
                account: "ada", id: "17",
                earlierVisit: .last(User.Visit(time: Timestamp(seconds: -1_700_000_000), peer: "2001:db8::1")))))

    /// An entry with a password, of the account `name`.
    static func password(_ name: String) -> Vault.Entry {
        Vault.Entry(
            account: name,
            login: Vault.Login(proof: .password(Secret("hunter22 of \(name)".utf8)), user: User(account: name)))
    }

    /// An entry after a log-out.
    static let loggedOut = Vault.Entry(account: "密码", logsInAutomatically: true)
}

/// A vault in a folder of its own.
struct Fixture {
    let folder: TemporaryFolder
    let vault: Vault

    var vaultPath: String { folder.file("vault") }
    var keyPath: String { folder.file("vault.key") }

    /// Makes the folder, and a vault with the full entry for `one` and a password for `two` when it shall be `filled`.
    init(filled: Bool = true) throws {
        folder = try TemporaryFolder()
        vault = try Vault(directory: folder.path, patience: 50)
        guard filled else { return }
        try vault.remember(.full, for: "one")
        try vault.remember(.password("bob"), for: "two")
    }
}
