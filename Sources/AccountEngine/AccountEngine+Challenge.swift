import Accounts
import Cryptography

/// What an answer to a challenge is.
enum ChallengeVerdict {
    /// There is none, or none to this challenge; nothing was looked at.
    case missing
    /// It is wrong, used or too old.
    case wrong
    /// It is right, and used up.
    case right
}

extension AccountEngine {
    /// What the next attempt needs beside the password; nil while nothing is due (L10, A3).
    func dueChallenge(
        for guess: Guess, at time: Timestamp, in reader: any StoreReader
    ) throws(StoreError) -> Challenge? {
        guard guess.asksChallenge else { return nil }
        let count = try reader.failureCount(
            of: guess.subject, in: FailureRules.countedTimes(at: time), limit: FailureRules.unchallenged + 1)
        guard count > FailureRules.unchallenged else { return nil }
        return try challengeNow(for: guess, at: time, in: reader)
    }

    /// The challenge that fits the guess: for a phone number the code, for all else the picture (A4, A5).
    ///
    /// The picture takes the code's place where none can be sent, unless one that was sent is still good.
    func challengeNow(
        for guess: Guess, at time: Timestamp, in reader: any StoreReader
    ) throws(StoreError) -> Challenge {
        if guess.name.kind == .telephone, senders[.telephone] != nil {
            let destination = Subject(guess.name, key: try reader.hashKey())
            let tally = SendTally(
                try reader.codeSends(in: CodeRules.countedTimes(at: time)), for: guess.subject, to: destination,
                from: guess.peer, at: time)
            if !tally.isExhausted { return .code }
            if try goodCode(for: guess.subject, .logIn, at: time, in: reader) != nil { return .code }
        }
        return .captcha(acceptsCode: try acceptsCode(from: guess.subject, in: reader))
    }

    /// Whether a code may be asked for instead of the picture: where accounts are concealed, always, if there is any
    /// way for codes to leave (A5, A8).
    private func acceptsCode(from subject: Subject, in reader: any StoreReader) throws(StoreError) -> Bool {
        guard !settings.concealsAccounts, let account = subject.account else { return !senders.isEmpty }
        return try reader.addresses(of: account).contains { senders[$0.kind] != nil }
    }

    /// Judges an answer; one that is looked at is used up, or costs a try (A4, A5).
    func verdict(
        on answer: ChallengeAnswer?, to challenge: Challenge, of subject: Subject, at time: Timestamp,
        in transaction: any StoreTransaction
    ) throws(StoreError) -> ChallengeVerdict {
        switch (answer, challenge) {
        case (.code(let code), .code), (.code(let code), .captcha(acceptsCode: true)):
            guard try tryCode(code, for: subject, .logIn, at: time, in: transaction) else { return .wrong }
            try transaction.deleteCode(for: subject, .logIn)
            return .right
        case (.captcha(let captcha), .captcha):
            return try spendCaptcha(captcha, at: time, in: transaction) ? .right : .wrong
        case (nil, _), (.code, _), (.captcha, _): return .missing
        }
    }
}
