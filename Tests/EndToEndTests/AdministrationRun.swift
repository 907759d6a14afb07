import Foundation
import MariaDBTesting

/// The built `vestibuled` on a store of its own.
final class AdministrationRun {
    /// The kinds of stores.
    enum Store: CaseIterable {
        case sqlite, mariaDB
    }

    /// What one command came to.
    struct Answer: Equatable {
        var status: Int32 = 0
        var output = ""
        var errors = ""
    }

    /// The program that was built with these tests.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("vestibuled").path

    /// A folder that goes with the run.
    let folder: String
    /// The value of `--store`.
    let store: String

    /// Prepares a store that is not there yet.
    init(_ kind: Store) async throws {
        let name = "admin-" + UUID().uuidString
        folder = NSTemporaryDirectory() + "/vestibule-" + name
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        store =
            switch kind {
            case .sqlite: "sqlite:\(folder)/accounts.sqlite"
            case .mariaDB: try await MariaDBServer.shared().url(of: name)
            }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Runs `vestibuled` on the store and waits for its end.
    func run(_ words: String..., input: String = "") async throws -> Answer {
        try await Self.run(words + ["--store", store], input: input)
    }

    /// Runs `vestibuled` with these words only.
    static func run(
        _ words: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> Answer {
        try await apart { try wait(for: words, input: input, environment: environment) }
    }

    private static func wait(
        for words: [String], input: String, environment: [String: String]
    ) throws -> Answer {
        let (process, stdin, stdout) = (Process(), Pipe(), Pipe())
        let errors = NSTemporaryDirectory() + "/vestibule-errors-" + UUID().uuidString
        _ = FileManager.default.createFile(atPath: errors, contents: nil)
        defer { try? FileManager.default.removeItem(atPath: errors) }
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.environment = environment
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let output = stdout.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Answer(
            status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self))
    }

    /// The lines of a text, each in its columns.
    static func table(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }
}
