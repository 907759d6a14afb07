import Accounts
import Cryptography

/// What failures, leases and codes are kept for: an account, or a name that no account has (A3, A4, A8).
///
/// Names of strangers are kept as keyed hashes only: what somebody types by mistake may be their password.
public enum Subject: Hashable, Sendable {
    /// An account, whichever of its names was used.
    case account(AccountID)
    /// A name.
    case name(TokenDigest)

    /// The name's kind and normalised form under the store's key (A2).
    public init(_ name: AccountName, key: Secret) {
        self = .name(TokenDigest(of: Secret("name\0\(name.kind.rawValue)\0\(name.key)".utf8), key: key))
    }

    /// The account; nil where there is none.
    public var account: AccountID? {
        if case .account(let id) = self { id } else { nil }
    }

    /// The form that is stored, such as `account:12`, or `name:` and 64 hexadecimal digits.
    public var text: String {
        switch self {
        case .account(let id): "account:\(id.text)"
        case .name(let digest): Self.namePrefix + digest.bytes.map(Self.hexadecimal).joined()
        }
    }

    /// What the text of every name begins with, and of no account.
    public static let namePrefix = "name:"

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
