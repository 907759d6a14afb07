import Cryptography
import EngineTesting
import Testing

@testable import MariaDBStore

@Suite("Beginning a migration again")
struct MigrationRetriesTests {
    private let deadlock = DatabaseError(code: DatabaseError.deadlock, message: "Deadlock found")
    private let time = Mutable(ContinuousClock.now)
    private let pauses = Recorder<Duration>()

    /// Retries whose pauses only move the clock.
    private var retries: MigrationRetries {
        MigrationRetries(randomness: .seeded(1), now: { [time] in time.value }) { [time, pauses] pause in
            pauses.append(pause)
            time.value = time.value + pause
        }
    }

    /// What an attempt comes to that fails with `error` each time.
    private func failure(of error: DatabaseError) -> DatabaseError? {
        do throws(DatabaseError) {
            try retries.run { () throws(DatabaseError) in throw error }
            return nil
        } catch { return error }
    }

    @Test("A10: after a deadlock it is begun again, each time after another pause")
    func deadlocks() throws {
        var attempts = 0
        let value = try retries.run { () throws(DatabaseError) in
            attempts += 1
            if attempts <= 20 { throw deadlock }
            return attempts
        }
        #expect(value == 21)
        #expect(pauses.values.count == 20 && Set(pauses.values).count > 10)
        #expect(pauses.values.allSatisfy { (.milliseconds(1) ... .milliseconds(200)).contains($0) })
    }

    @Test("A10: after a minute of deadlocks that is what is said")
    func end() {
        let start = time.value
        #expect(failure(of: deadlock) == deadlock)
        #expect((.seconds(60) ... .milliseconds(60_200)).contains(time.value - start))
    }

    @Test("A10: anything else is said at once")
    func otherErrors() {
        let error = DatabaseError(code: 1044, message: "Access denied")
        #expect(failure(of: error) == error)
        #expect(pauses.values.isEmpty)
    }
}
