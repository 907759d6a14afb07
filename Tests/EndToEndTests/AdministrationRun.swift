import Foundation
import MariaDBTesting
import ProgramTesting

/// The built `vestibuled` on a store of its own.
final class AdministrationRun {
    /// The kinds of stores.
    enum Store: CaseIterable {
        case sqlite, mariaDB
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
    func run(_ words: String..., input: String = "") async throws -> ProgramResult {
        try await Self.run(words + ["--store", store], input: input)
    }

    /// Runs `vestibuled` with these words only.
    static func run(
        _ words: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> ProgramResult {
        try await apart {
            try ProgramResult(of: path, words, input: input, environment: environment, isAlone: true)
        }
    }

    /// The lines of a text, each in its columns.
    static func table(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }
}
