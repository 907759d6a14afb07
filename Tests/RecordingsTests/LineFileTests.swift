import Asciicast
import Foundation
import TerminalTesting
import Testing

@testable import Recordings

/// Section 7: a recording that is cut short is a valid file.
@Suite final class LineFileTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID())").path

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private var contents: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "none" }

    @Test func linesAreThereAtOnce() throws {
        let file = try LineFile(path: path)
        #expect(contents == "")
        try file.append("one\n")
        // Not when it is closed: a process that is killed closes nothing.
        #expect(contents == "one\n")
        try file.append("two\n")
        #expect(contents == "one\ntwo\n")
        _ = file
    }

    @Test func aLineThatDoesNotFitIsTakenBack() throws {
        // A disk with room for six bytes.
        var room = 6
        let file = try LineFile(path: path) { descriptor, bytes in
            guard room > 0 else {
                errno = ENOSPC
                return -1
            }
            let count = write(descriptor, bytes.baseAddress, min(room, bytes.count))
            room -= count
            return count
        }
        try file.append("one\n")
        let error = #expect(throws: SystemError.self) { try file.append("three\n") }
        #expect(error?.code == ENOSPC && error?.description == "write \(path): No space left on device")
        #expect(contents == "one\n")
    }

    @Test func aFileWhoseFirstLineDoesNotFitIsRemoved() throws {
        let file = try LineFile(path: path) { descriptor, bytes in
            guard bytes.count > 2 else {
                errno = ENOSPC
                return -1
            }
            return write(descriptor, bytes.baseAddress, 2)
        }
        #expect(throws: SystemError.self) { try file.append("one\n") }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func whatCannotBeWrittenSaysSo() {
        let error = #expect(throws: SystemError.self) { try LineFile(path: "/nowhere/at/all") }
        #expect(error?.description == "write /nowhere/at/all: No such file or directory")
        #expect(throws: SystemError.self) { try LineFile(path: "/dev/full").append("x\n") }
    }

    @Test func whatInterruptsItDoesNotMatter() throws {
        var calls = 0
        let file = try LineFile(path: path) { descriptor, bytes in
            calls += 1
            guard calls.isMultiple(of: 2) else {
                errno = EINTR
                return -1
            }
            return write(descriptor, bytes.baseAddress, 1)
        }
        try file.append("abc\n")
        #expect(contents == "abc\n")
    }
}
