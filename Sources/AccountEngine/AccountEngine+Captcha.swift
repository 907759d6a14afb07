import Accounts
import Captcha
import Cryptography

extension AccountEngine {
    /// Draws a picture and keeps its answer for 120 seconds (A5).
    ///
    /// - Throws: trouble.
    public func requestCaptcha(from peer: Peer) async throws(ServiceError) -> CaptchaChallenge {
        var generator = pictures.makeGenerator()
        let solution = CaptchaSolution.random(using: &generator)
        let picture = solution.drawn(using: &generator)
        let id = randomness.makeName(byteCount: 16)
        try await write { transaction throws(StoreError) in
            let time = clock()
            let key = try transaction.hashKey()
            try transaction.insert(
                StoredCaptcha(id: id, digest: TokenDigest(of: solution, ofPicture: id, key: key), issue: time))
            try transaction.pruneCaptchas(
                outside: CodeRules.goodTimes(at: time, life: CodeRules.captchaLife), keeping: settings.captchaLimit)
            try audit(.captcha, .granted, account: nil, peer: peer, time: time, in: transaction)
        }
        guard let challenge = CaptchaChallenge(id: id, picture: picture) else {
            preconditionFailure("32 digits are an id")
        }
        return challenge
    }

    /// Whether an answer is right; the picture is used up either way (A5).
    func spendCaptcha(
        _ answer: CaptchaAnswer, at time: Timestamp, in transaction: any StoreTransaction
    ) throws(StoreError) -> Bool {
        guard let stored = try transaction.takeCaptcha(answer.id),
            CodeRules.goodTimes(at: time, life: CodeRules.captchaLife).contains(stored.issue),
            let solution = CaptchaSolution(answer.text)
        else { return false }
        return stored.digest == TokenDigest(of: solution, ofPicture: stored.id, key: try transaction.hashKey())
    }
}

extension TokenDigest {
    /// Hashes a picture's answer together with its id, so that it fits nothing else (A5).
    fileprivate init(of solution: CaptchaSolution, ofPicture id: String, key: Secret) {
        var bound = Secret("captcha\0\(id)\0".utf8)
        solution.characters.withUnsafeBytes { bound.append($0) }
        self.init(of: bound, key: key)
    }
}
