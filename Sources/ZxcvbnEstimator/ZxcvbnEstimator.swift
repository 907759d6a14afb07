import CZxcvbn
import Cryptography
import Glibc
import PasswordStrength

/// The estimator of zxcvbn, with its own word lists (H6).
public struct ZxcvbnEstimator: PasswordEstimator {
    /// The words of this product, never any good as a password.
    private static let productWords = ["vestibule", "vestibuled"]

    /// Only so many bytes are looked at: the estimator takes 4 ms for 100 and grows with the square of it, and
    /// what a longer password starts with is enough to judge it.
    private static let longest = 100

    /// Makes the estimator; its lists are part of the library.
    public init() {}

    /// Estimates `password`; there is always an estimate.
    public func estimate(_ password: Secret, account: String) -> PasswordEstimate? {
        estimated(password, account: account)
    }

    /// Estimates `password`.
    ///
    /// - Parameters:
    ///   - password: the password, exactly as typed.
    ///   - account: the account as typed; its words count as known to whoever guesses.
    /// - Returns: the estimate.
    public func estimated(_ password: Secret, account: String = "") -> PasswordEstimate {
        let accountWords = Self.words(in: account)
        let match = Match(password, prefix: Self.longest, words: Self.productWords + accountWords)
        return PasswordEstimate(
            bits: match.bits, weakness: weakness(of: match, password: password, hasAccount: !accountWords.isEmpty))
    }

    private func weakness(of match: Match, password: Secret, hasAccount: Bool) -> PasswordEstimate.Weakness? {
        guard match.isOneWord || match.bits < PasswordEstimate.steps[0] else { return nil }
        if match.hasUserWord, hasAccount { return estimated(password).weakness ?? .accountWords }
        return match.isOneWord ? .common : .guessable
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
