import Accounts
import Cryptography

/// A code as it is stored: only as a keyed hash, bound to whom and what it is for (A4).
public struct StoredCode: Hashable, Sendable {
    /// Whom it is for.
    public let subject: Subject
    /// What it is good for.
    public let purpose: OneTimeCode.Purpose
    /// Its hash; of no code at all where nothing could be sent, which must look alike (H7, A8).
    public let digest: TokenDigest
    /// When it was made.
    public let issue: Timestamp
    /// How many guesses are left, at least 1.
    public let triesLeft: Int

    /// Makes a record.
    public init(subject: Subject, purpose: OneTimeCode.Purpose, digest: TokenDigest, issue: Timestamp, triesLeft: Int) {
        self.subject = subject
        self.purpose = purpose
        self.digest = digest
        self.issue = issue
        self.triesLeft = triesLeft
    }
}

/// One message with a code, as it counts against the limits (A4).
public struct CodeSend: Hashable, Sendable {
    /// When it was.
    public let time: Timestamp
    /// Whom the code was for, as ``Subject/text``.
    public let subject: String
    /// The number or address as the ``Subject/text`` of a name; nil where there was none.
    public let destination: String?
    /// Who asked, as ``Peer/key``.
    public let peer: String

    /// Makes a record.
    public init(time: Timestamp, subject: String, destination: String?, peer: String) {
        self.time = time
        self.subject = subject
        self.destination = destination
        self.peer = peer
    }
}

/// The answer to a picture as it is stored (A5).
public struct StoredCaptcha: Hashable, Sendable {
    /// Names the picture; random.
    public let id: String
    /// The keyed hash of its characters.
    public let digest: TokenDigest
    /// When it was made.
    public let issue: Timestamp

    /// Makes a record.
    public init(id: String, digest: TokenDigest, issue: Timestamp) {
        self.id = id
        self.digest = digest
        self.issue = issue
    }
}

/// What can be read of codes.
public protocol CodeReader {
    /// The latest code for `subject` and `purpose`, whether or not it is still good.
    func code(for subject: Subject, _ purpose: OneTimeCode.Purpose) throws(StoreError) -> StoredCode?

    /// The sends in `time`, of which the limits let there be a few hundred (A4).
    func codeSends(in time: Range<Timestamp>) throws(StoreError) -> [CodeSend]
}

/// What can be changed about codes and pictures.
public protocol CodeWriter {
    /// Puts a code in the place of the earlier one for the same subject and purpose.
    func put(_ code: StoredCode) throws(StoreError)

    /// Takes a code away: it is used, or its tries are.
    func deleteCode(for subject: Subject, _ purpose: OneTimeCode.Purpose) throws(StoreError)

    /// Drops codes made outside `time`.
    func pruneCodes(outside time: Range<Timestamp>) throws(StoreError)

    /// Adds a send; the number names it until it is pruned.
    func insert(_ send: CodeSend) throws(StoreError) -> Int64

    /// Takes a send back that failed (A6).
    func deleteCodeSend(_ number: Int64) throws(StoreError)

    /// Drops sends outside `time`.
    func pruneCodeSends(outside time: Range<Timestamp>) throws(StoreError)

    /// Adds a picture's answer.
    func insert(_ captcha: StoredCaptcha) throws(StoreError)

    /// Takes a picture's answer out: right or wrong, it is asked for once (A5).
    func takeCaptcha(_ id: String) throws(StoreError) -> StoredCaptcha?

    /// Drops answers from outside `time`, and the oldest beyond `limit`; a bounded number each call.
    func pruneCaptchas(outside time: Range<Timestamp>, keeping limit: Int) throws(StoreError)
}
