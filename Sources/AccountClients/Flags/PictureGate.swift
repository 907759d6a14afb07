import Accounts
import Captcha
import Cryptography

/// The client's own picture before a login, for a service that can ask for none (6.2, L10).
///
/// It slows down whoever sits at this screen, and is no more than that: the service itself must count.
struct PictureGate {
    /// With more failures than this on an account a picture comes first.
    private static let unchallenged = 2
    /// How long failures count, from the latest, as they do at our own service (A3).
    private static let lapse = Duration.seconds(12 * 3600)
    /// How long a picture is good (A5).
    private static let pictureLife = Duration.seconds(120)
    /// The most accounts and pictures that are kept; the oldest go first.
    private static let (maximumAccounts, maximumPictures) = (1024, 16)
    /// What is asked for; no code can be sent instead.
    private static let challenge = Challenge.captcha(acceptsCode: false)

    private struct Failures {
        var count: Int
        var last: ContinuousClock.Instant
    }

    private struct Picture {
        let id: String
        let solution: CaptchaSolution
        let end: ContinuousClock.Instant
    }

    /// By the form of the name that is compared: `Ada` and `ada` are one account's (A2).
    private var failures: [String: Failures] = [:]
    private var pictures: [Picture] = []
    private let randomness: Randomness

    /// Makes a gate that draws from `randomness`.
    init(randomness: Randomness) {
        self.randomness = randomness
    }

    /// Draws a picture.
    mutating func drawPicture(at now: ContinuousClock.Instant) throws(ServiceError) -> CaptchaChallenge {
        var generator = randomness.makeGenerator()
        let solution = CaptchaSolution.random(using: &generator)
        let id = randomness.makeName(byteCount: 16)
        guard let challenge = CaptchaChallenge(id: id, picture: solution.drawn(using: &generator)) else {
            throw .trouble(.serviceFailed)
        }
        pictures.append(Picture(id: id, solution: solution, end: now + Self.pictureLife))
        if pictures.count > Self.maximumPictures { pictures.removeFirst() }
        return challenge
    }

    /// Lets an attempt on `name` pass where no picture is asked for, or the answer to one is right.
    mutating func check(
        _ name: AccountName, _ answer: ChallengeAnswer?, at now: ContinuousClock.Instant
    ) throws(ServiceError) {
        guard isGuarded(name, at: now) else { return }
        guard case .captcha(let answer) = answer else { throw .challengeRequired(Self.challenge) }
        guard isRight(answer, at: now) else {
            noteFailure(on: name, at: now)
            throw .challengeFailed(next: Self.challenge)
        }
    }

    /// Counts a failed attempt.
    ///
    /// - Returns: what the next one is asked for.
    @discardableResult
    mutating func noteFailure(on name: AccountName, at now: ContinuousClock.Instant) -> Challenge? {
        let earlier = isCounted(name, at: now) ? failures[name.key]?.count ?? 0 : 0
        failures[name.key] = Failures(count: earlier + 1, last: now)
        if failures.count > Self.maximumAccounts, let oldest = failures.min(by: { $0.value.last < $1.value.last }) {
            failures[oldest.key] = nil
        }
        return isGuarded(name, at: now) ? Self.challenge : nil
    }

    /// Forgets the account's failures.
    mutating func noteSuccess(on name: AccountName) {
        failures[name.key] = nil
    }

    private func isCounted(_ name: AccountName, at now: ContinuousClock.Instant) -> Bool {
        failures[name.key].map { now < $0.last + Self.lapse } ?? false
    }

    private func isGuarded(_ name: AccountName, at now: ContinuousClock.Instant) -> Bool {
        isCounted(name, at: now) && failures[name.key].map { $0.count > Self.unchallenged } ?? false
    }

    /// Uses up the picture that is answered; whether the answer is right and in time.
    private mutating func isRight(_ answer: CaptchaAnswer, at now: ContinuousClock.Instant) -> Bool {
        guard let index = pictures.firstIndex(where: { $0.id == answer.id }) else { return false }
        let picture = pictures.remove(at: index)
        return now < picture.end && CaptchaSolution(answer.text) == picture.solution
    }
}
