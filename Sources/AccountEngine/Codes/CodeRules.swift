import Accounts
import Cryptography

/// How long codes and pictures are good, and how many leave, in numbers (A4, A5).
enum CodeRules {
    /// How long a code is good, in seconds.
    static let codeLife: Int64 = 300
    /// How many guesses a code allows.
    static let tries = 3
    /// How long must pass between two sends, in seconds.
    static let sendPause: Int64 = 60
    /// The stretch of time that the limits speak of, in seconds.
    static let hour: Int64 = 3600
    /// The most sends an hour for one account, and to one number or address.
    static let sendsForOne = 3
    /// The most sends an hour that one peer asks for.
    static let sendsFromPeer = 10
    /// The most sends an hour.
    static let sendsInAll = 300
    /// How long a picture is good, in seconds.
    static let captchaLife: Int64 = 120

    /// The times of issue at which something that lives `life` seconds is good at `time`.
    ///
    /// Nothing from the future is: when the clock has jumped back, nobody can tell how old it is.
    static func goodTimes(at time: Timestamp, life: Int64) -> Range<Timestamp> {
        time + (1 - life)..<time + 1
    }

    /// The times of sends that count at `time`.
    ///
    /// Sends from the future count too, so that a clock that jumps back lets nobody send more; beyond an hour nothing
    /// is believed.
    static func countedTimes(at time: Timestamp) -> Range<Timestamp> {
        time + (1 - hour)..<time + hour
    }
}

/// The sends of the last hour, held against the limits for one request (A4).
struct SendTally {
    private let sends: [CodeSend]
    private let mine: [CodeSend]
    private let peer: Peer
    private let time: Timestamp

    /// Sorts the sends for a request of `peer` at `time`.
    ///
    /// One account's names share a limit, and so do accounts and names to which the same number belongs.
    init(
        _ sends: [CodeSend], for subject: Subject, to destination: Subject?, from peer: Peer, at time: Timestamp
    ) {
        self.sends = sends
        mine = sends.filter { send in
            send.subject == subject.text || (destination != nil && send.destination == destination?.text)
        }
        self.peer = peer
        self.time = time
    }

    /// How long to wait after the latest send, in seconds; nil where another may follow at once.
    var pause: Int? {
        let latest = mine.map(\.time).filter { $0 <= time }.max()
        guard let latest, time < latest + CodeRules.sendPause else { return nil }
        return Int(latest.seconds + CodeRules.sendPause - time.seconds)
    }

    /// Whether a limit of the hour is reached.
    var isExhausted: Bool {
        mine.count >= CodeRules.sendsForOne
            || sends.count { $0.peer == peer.key } >= CodeRules.sendsFromPeer
            || sends.count >= CodeRules.sendsInAll
    }
}
