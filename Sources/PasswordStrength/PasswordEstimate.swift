import CZxcvbn
import Cryptography
import Glibc

/// How hard a password is to guess, by zxcvbn with its own word lists (H6).
public struct PasswordEstimate: Equatable, Sendable {
    /// Why a password is refused.
    public enum Weakness: Hashable, Sendable {
        /// It is one of the common ones, however capitals and digits were swapped in.
        case common
        /// It holds the account's words and little else.
        case accountWords
        /// It falls within a thousand guesses.
        case guessable
    }

    /// The base-2 logarithm of the guesses needed.
    public let bits: Double
    /// Why the password is refused; nil when it is not.
    public let weakness: Weakness?

    /// 0 to 4, zxcvbn's usual steps: a thousand, a million, a hundred million and ten thousand million guesses.
    public var score: Int { Self.steps.count { bits >= $0 } }

    /// Whether the password is refused.
    public var isWeak: Bool { weakness != nil }

    /// log2 of 10³, 10⁶, 10⁸, 10¹⁰.
    private static let steps = [9.97, 19.93, 26.58, 33.22]

    /// The words of this product, never any good as a password.
    private static let productWords = ["vestibule", "vestibuled"]

    /// Only so many bytes are looked at: the estimator takes 4 ms for 100 and grows with the square of it, and
    /// what a longer password starts with is enough to judge it.
    private static let longest = 100

    /// Estimates `password`.
    ///
    /// - Parameters:
    ///   - password: the password, exactly as typed.
    ///   - account: the account as typed; its words count as known to whoever guesses.
    public init(of password: Secret, account: String = "") {
        let accountWords = Self.words(in: account)
        let match = Match(password, prefix: Self.longest, words: Self.productWords + accountWords)
        bits = match.bits
        guard match.isOneWord || match.bits < Self.steps[0] else {
            weakness = nil
            return
        }
        if match.hasUserWord, !accountWords.isEmpty {
            let withoutAccount = PasswordEstimate(of: password)
            weakness = withoutAccount.weakness ?? .accountWords
        } else {
            weakness = match.isOneWord ? .common : .guessable
        }
    }

    /// The whole name and its parts of three characters or more, in lower case, without what is no part of a word.
    private static func words(in account: String) -> [String] {
        let name = account.lowercased()
        let parts = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return ([name] + parts).filter { $0.count >= 3 }
    }
}

/// What zxcvbn found.
private struct Match {
    /// The base-2 logarithm of the guesses needed.
    let bits: Double
    /// Whether the password is one dictionary word, perhaps repeated, and nothing more.
    let isOneWord: Bool
    /// Whether a word that we passed in is part of it.
    let hasUserWord: Bool

    init(_ password: Secret, prefix: Int, words: [String]) {
        let length = min(password.count, prefix)
        // Zeroed first, so the text that zxcvbn reads ends where it should.
        let text = Secret(count: length + 1) { text in
            password.withUnsafeBytes { text.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<length])) }
        }
        let list = words.map { strdup($0) }
        defer { list.forEach { free($0) } }
        var pointers = list.map { UnsafePointer($0) } + [nil]
        var parts: UnsafeMutablePointer<ZxcMatch_t>?
        bits = text.withUnsafeBytes { ZxcvbnMatch($0.bindMemory(to: CChar.self).baseAddress, &pointers, &parts) }
        defer { ZxcvbnFreeInfo(parts) }

        var kinds: [UInt32] = []
        var next = parts
        while let part = next?.pointee {
            kinds.append(part.Type.rawValue & ~MULTIPLE_MATCH.rawValue)
            next = part.Next
        }
        let user: Set = [USER_MATCH.rawValue, USER_LEET_MATCH.rawValue]
        let dictionary: Set = [DICTIONARY_MATCH.rawValue, DICT_LEET_MATCH.rawValue]
        hasUserWord = kinds.contains(where: user.contains)
        isOneWord = kinds.count == 1 && (hasUserWord || dictionary.contains(kinds[0]))
    }
}
