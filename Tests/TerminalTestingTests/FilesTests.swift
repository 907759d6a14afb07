import Glibc
import ProgramTesting
import TerminalTesting
import Testing

@Suite("D3: files") struct FilesTests {
    @Test func aDirectorysNamesAreAllTold() throws {
        let folder = try TemporaryFolder()
        #expect(fileNames(in: folder.path) == [])
        for name in [".hidden", "a", "密 码"] { try writeFile([1], to: folder.file(name)) }
        makeDirectory(folder.file("sub/below"))
        #expect(fileNames(in: folder.path).sorted() == [".hidden", "a", "sub", "密 码"])
    }

    @Test func aPipeIsReadToItsEnd() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(write(ends[1], "Type a\n", 7) == 7)
        close(ends[1])
        #expect(try readFile("/dev/fd/\(ends[0])") == Array("Type a\n".utf8))
    }

    @Test func whatCannotBeReadHasNoNames() throws {
        let folder = try TemporaryFolder()
        try writeFile([], to: folder.file("file"))
        #expect(fileNames(in: folder.file("file")) == [] && fileNames(in: folder.file("missing")) == [])
    }
}
