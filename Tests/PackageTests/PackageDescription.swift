import Foundation
import ProgramTesting

/// A target as `Package.swift` declares it, with the Swift sources that were found for it.
struct Target {
    var name: String
    var dependencies: Set<String>
    /// Whether it is a C library's module map.
    var isSystemLibrary = false
    /// Whether it is a program; who depends on one runs it and does not import it.
    var isExecutable = false
    var sources: [Source] = []
}

/// A text file of the project.
struct Source {
    /// Relative to the top of the package.
    var path: String
    var text: String
}

/// The package on the disk.
struct PackageDescription {
    let targets: [Target]

    /// The top of the package, three levels above this file.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Reads `Package.swift` as the package manager does, and the sources of each target.
    ///
    /// `dump-package` takes no build lock, so it runs while `swift test` holds that; the scratch path makes sure.
    static func load() throws -> PackageDescription {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("package-tests-\(UUID())").path
        let run = try ProgramResult(
            of: "swift", ["package", "--package-path", root.path, "--scratch-path", scratch, "dump-package"])
        try? FileManager.default.removeItem(atPath: scratch)
        let dump = try JSONDecoder().decode(Dump.self, from: Data(run.bytes))
        return PackageDescription(
            targets: try dump.targets.map { target in
                let folder = target.path ?? (target.type == "test" ? "Tests/" : "Sources/") + target.name
                return Target(
                    name: target.name, dependencies: Set(target.dependencies.compactMap(\.name)),
                    isSystemLibrary: target.type == "system", isExecutable: target.type == "executable",
                    sources: try files(in: folder).filter { $0.path.hasSuffix(".swift") })
            })
    }

    /// The text files below `folder`, or `folder` itself if it is a file.
    static func files(in folder: String) throws -> [Source] {
        var isDirectory: ObjCBool = false
        let url = root.appendingPathComponent(folder)
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else { return [] }
        guard isDirectory.boolValue else {
            return (try? String(contentsOf: url, encoding: .utf8)).map { [Source(path: folder, text: $0)] } ?? []
        }
        return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
            .flatMap { try files(in: "\(folder)/\($0)") }
    }

    /// The part of `dump-package`'s output that matters.
    private struct Dump: Decodable {
        struct Target: Decodable {
            var name: String
            var type: String
            var path: String?
            var dependencies: [Dependency]
        }

        /// `{"byName": ["Name", null]}`, or `target` or `product` in its place.
        struct Dependency: Decodable {
            var name: String?

            init(from decoder: any Decoder) throws {
                let kinds = try decoder.singleValueContainer().decode([String: [Part]].self)
                name = kinds.values.first?.first?.text
            }
        }

        /// A string, or anything else, which does not matter.
        struct Part: Decodable {
            var text: String?

            init(from decoder: any Decoder) throws {
                text = try? decoder.singleValueContainer().decode(String.self)
            }
        }

        var targets: [Target]
    }
}
