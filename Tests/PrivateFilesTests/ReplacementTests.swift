import Glibc
import ProgramTesting
import Testing

@testable import PrivateFiles

@Suite("Replacing files")
struct ReplacementTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("file") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func prepare(_ text: String) throws -> Replacement {
        try Array(text.utf8).withUnsafeBytes { try Replacement(of: path, with: $0) }
    }

    private func text() throws -> String {
        String(decoding: try contents(of: path), as: UTF8.self)
    }

    @Test("New contents take the old ones' place at the end only, with mode 0600", arguments: ["", "new"])
    func commit(new: String) throws {
        try write(Array("old".utf8), to: path)
        chmod(path, 0o644)
        let replacement = try prepare(new)
        #expect(try text() == "old")
        try replacement.commit()
        #expect(try text() == new)
        #expect(try mode(of: path) == 0o600)
        #expect(try folder.names() == ["file"])
    }

    @Test("New contents that are not wanted leave nothing behind")
    func dropped() throws {
        try write(Array("old".utf8), to: path)
        _ = try prepare("new")
        #expect(try text() == "old")
        #expect(try folder.names() == ["file"])
    }

    @Test("What a killed process left is cleared, be it a link to elsewhere")
    func leftover() throws {
        try write(Array("mine".utf8), to: folder.file("elsewhere"))
        #expect(symlink(folder.file("elsewhere"), path + ".new") == 0)
        try prepare("new").commit()
        #expect(try text() == "new")
        #expect(try contents(of: folder.file("elsewhere")) == Array("mine".utf8))
        #expect(try folder.names() == ["elsewhere", "file"])
    }

    @Test("A folder in the way is an error, and stays")
    func folderInTheWay() throws {
        mkdir(path + ".new", 0o700)
        #expect(throws: SystemError(EEXIST)) { try prepare("new") }
        rmdir(path + ".new")
        mkdir(path, 0o700)
        let replacement = try prepare("new")
        #expect(throws: SystemError(EISDIR)) { try replacement.commit() }
    }

    @Test("A disk without room keeps the old contents and nothing else", .enabled(if: geteuid() == 0, "needs root"))
    func fullDisk() throws {
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0, "no tmpfs can be mounted here")
        defer { umount2(folder.path, Int32(MNT_DETACH)) }
        try prepare("old").commit()
        #expect(throws: SystemError(ENOSPC)) { try prepare(String(repeating: "x", count: 100_000)) }
        #expect(try text() == "old")
        #expect(try folder.names() == ["file"])
    }

    @Test("Whatever is set aside gets the first free name")
    func setAside() throws {
        try write([1], to: path)
        #expect(try PrivateFile.setAside(path) == path + ".set-aside-1")
        mkdir(path, 0o700)
        #expect(try PrivateFile.setAside(path) == path + ".set-aside-2")
        #expect(symlink("/nowhere", path) == 0)
        #expect(try PrivateFile.setAside(path) == path + ".set-aside-3")
        #expect(throws: SystemError(ENOENT)) { try PrivateFile.setAside(path) }
        #expect(try folder.names() == ["file.set-aside-1", "file.set-aside-2", "file.set-aside-3"])
    }

    @Test("Removing what is not there is no error")
    func remove() throws {
        try write([1], to: path)
        for _ in 0..<2 { try PrivateFile.remove(path) }
        #expect(try folder.names() == [])
        mkdir(path, 0o700)
        #expect(throws: SystemError(EISDIR)) { try PrivateFile.remove(path) }
    }
}
