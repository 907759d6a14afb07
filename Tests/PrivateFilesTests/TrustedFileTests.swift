import Glibc
import PrivateFiles
import ProgramTesting
import Testing

@Suite("Trusted files")
struct TrustedFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("file") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() throws(TrustedFile.Distrust) -> (bytes: [UInt8], exposure: TrustedFile.Exposure) {
        let file = try TrustedFile(path: path)
        var bytes = [UInt8](repeating: 0, count: file.size + 1)
        let count = try bytes.withUnsafeMutableBufferPointer { bytes throws(TrustedFile.Distrust) in
            try file.read(into: UnsafeMutableRawBufferPointer(bytes))
        }
        return (Array(bytes[..<count]), file.exposure)
    }

    private func distrust() -> TrustedFile.Distrust? {
        do { _ = try open() } catch { return error }
        return nil
    }

    @Test("The bytes are read, and none beyond them", arguments: [[], [1], Array(repeating: 7, count: 100_000)])
    func contents(bytes: [UInt8]) throws {
        try write(bytes, to: path)
        let file = try open()
        #expect(file.bytes == bytes)
        #expect(file.exposure == .none)
    }

    @Test("No file, and none on the way to it, is told from all other trouble")
    func missing() throws {
        #expect(distrust() == .missing)
        try write([], to: path)
        #expect(throws: TrustedFile.Distrust.missing) { _ = try TrustedFile(path: path + "/file") }
    }

    @Test("What is no file is not read, and nobody waits for it", .timeLimit(.minutes(5)))
    func notAFile() throws {
        mkdir(path, 0o700)
        #expect(distrust() == .notAFile)
        rmdir(path)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(distrust() == .notAFile)
        unlink(path)
        try write([1], to: folder.file("target"))
        #expect(symlink(folder.file("target"), path) == 0)
        #expect(distrust() == .notAFile)
        unlink(folder.file("target"))
        #expect(distrust() == .notAFile)
    }

    @Test("A file that others may read is theirs no longer", arguments: [0o644, 0o640, 0o604, 0o611] as [mode_t])
    func exposed(mode: mode_t) throws {
        try write([1], to: path)
        chmod(path, mode)
        #expect(try open().exposure == .ended)
        #expect(try ProgramTesting.mode(of: path) == 0o600)
        #expect(try open().exposure == .none)
    }

    @Test("A stricter mode is left as it is")
    func strict() throws {
        try write([1], to: path)
        chmod(path, 0o400)
        #expect(try open().exposure == .none)
        #expect(try mode(of: path) == 0o400)
    }

    @Test("A file that others may write is not trusted", arguments: [0o620, 0o602, 0o666] as [mode_t])
    func writable(mode: mode_t) throws {
        try write([1], to: path)
        chmod(path, mode)
        #expect(distrust() == .writableByOthers)
        #expect(try ProgramTesting.mode(of: path) == mode)
    }

    @Test("Another user's file is not trusted", .enabled(if: geteuid() == 0, "needs root"))
    func otherOwner() throws {
        try write([1], to: path)
        chown(path, 65534, 65534)
        #expect(distrust() == .otherOwner)
    }

    @Test("A file that may not be read is told", .enabled(if: geteuid() != 0, "root may read everything"))
    func inaccessible() throws {
        try write([1], to: path)
        chmod(path, 0)
        #expect(distrust() == .inaccessible(SystemError(EACCES)))
    }
}
