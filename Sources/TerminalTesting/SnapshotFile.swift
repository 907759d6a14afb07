import Glibc

/// A snapshot that lies beside the test: `__Snapshots__/LoginTests/first-paint.txt` for `LoginTests.swift`.
struct SnapshotFile {
    /// The environment variable that has snapshots written anew when it is `1`.
    static let recordVariable = "RECORD_SNAPSHOTS"

    /// The file.
    let path: String

    /// The snapshot `name` of the test in `testFile`.
    init(named name: String, testFile: String) {
        let parts = testFile.split(separator: "/", omittingEmptySubsequences: false)
        let test = parts.last.map { $0.hasSuffix(".swift") ? $0.dropLast(6) : $0 } ?? "Tests"
        path = (parts.dropLast() + ["__Snapshots__", test]).joined(separator: "/") + "/\(name).txt"
    }

    /// Compares `text` with the file, or writes the file.
    ///
    /// - Returns: nil if they are equal or were told to be, else what is different or that the file is new.
    func difference(from text: String) -> String? {
        let isRecording = getenv(Self.recordVariable).map { String(cString: $0) } == "1"
        do throws(SystemError) {
            guard !isRecording, access(path, F_OK) == 0 else {
                makeDirectory(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
                try writeFile(Array(text.utf8), to: path)
                return isRecording ? nil : "there was no snapshot; \(path) has been written, review and commit it"
            }
            let expected = String(decoding: try readFile(path), as: UTF8.self)
            return expected == text ? nil : Self.lines(expected, text) + "snapshot: \(path)"
        } catch {
            return error.description
        }
    }

    /// The lines that differ, with `-` as they were expected and `+` as they are.
    private static func lines(_ expected: String, _ actual: String) -> String {
        let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
        var result = ""
        for index in 0..<max(old.count, new.count) {
            let (before, after) = (index < old.count ? old[index] : nil, index < new.count ? new[index] : nil)
            guard before != after else { continue }
            if let before { result += "- \(before)\n" }
            if let after { result += "+ \(after)\n" }
        }
        return result
    }
}

extension TerminalProgram {
    /// Compares the screen, as a ``ScreenSnapshot``, with the file `__Snapshots__/<test file>/<name>.txt` beside
    /// the test.
    ///
    /// A snapshot that does not exist yet is written and fails once. `RECORD_SNAPSHOTS=1` in the environment
    /// writes all of them anew.
    public func expectSnapshot(
        named name: String, includesStyles: Bool = true,
        testFile: String = #filePath, file: StaticString = #fileID, line: UInt = #line
    ) throws(TerminalFailure) {
        drain()
        let snapshot = ScreenSnapshot(screen, includesStyles: includesStyles)
        if let difference = SnapshotFile(named: name, testFile: testFile).difference(from: snapshot.description) {
            throw failure(expecting: "the snapshot \(name)", .mismatch(difference), file, line)
        }
    }
}
