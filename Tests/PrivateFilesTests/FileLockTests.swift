import Glibc
import PrivateFiles
import ProgramTesting
import Testing

@Suite("Locks between processes")
struct FileLockTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Only one has the lock, and it comes back by release and by the end")
    func oneOnly() throws {
        let path = folder.file("lock")
        let other = try FileLock(path: path)
        let now = Deadline(milliseconds: 0)
        var taken: [Bool] = []
        do {
            let lock = try FileLock(path: path)
            taken.append(lock.take(until: now))
            taken.append(other.take(until: now))
            taken.append(other.take(until: Deadline(milliseconds: 20)))
            lock.release()
            taken.append(other.take(until: now))
            other.release()
            taken.append(lock.take(until: now))
        }
        taken.append(other.take(until: now))
        #expect(taken == [true, false, false, true, true, true])
        #expect(try mode(of: path) == 0o600)
    }

    @Test("A lock whose folder is missing, or whose place is taken, is an error")
    func unavailable() {
        #expect(throws: SystemError(ENOENT)) { _ = try FileLock(path: folder.file("a/lock")) }
        #expect(throws: SystemError(EISDIR)) { _ = try FileLock(path: folder.path) }
    }
}
