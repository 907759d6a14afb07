import Cryptography
import Glibc

/// How bringing the tables up to date begins again (A10).
///
/// A cluster undoes what a node does while a table changes on another one, which is a deadlock. How much the program
/// on that node has still to do nobody here knows, so it is begun again for as long as a person may wait for a start,
/// after pauses of random length, by which two programs do not go on to meet.
struct MigrationRetries: Sendable {
    /// For how long it is begun again.
    private static let patience = Duration.seconds(60)
    /// The longest pause, in milliseconds: longer than a change of an empty table takes.
    private static let longestPause: Int64 = 200

    /// Where the pauses come from.
    let randomness: Randomness
    /// The time.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Waits so long, less than a second, on the thread that calls.
    var sleep: @Sendable (Duration) -> Void = { usleep(UInt32($0 / .microseconds(1))) }

    /// Runs `attempt`, again after each deadlock.
    ///
    /// - Throws: what `attempt` threw; a deadlock too, once there is no patience left.
    func run<Value>(_ attempt: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
        let deadline = now() + Self.patience
        var generator = randomness.makeGenerator()
        while true {
            do throws(DatabaseError) { return try attempt() } catch {
                guard error.isDeadlock, now() < deadline else { throw error }
            }
            sleep(.milliseconds(Int64.random(in: 1...Self.longestPause, using: &generator)))
        }
    }
}
