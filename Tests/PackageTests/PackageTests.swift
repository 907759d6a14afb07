import Testing

/// The rules on the project itself.
@Suite struct PackageTests {
    private static let package = Result { try PackageDescription.load() }

    @Test func importsAreDeclaredAndDependenciesUsed() throws {
        let targets = try Self.package.get().targets
        #expect(targets.filter { !$0.sources.isEmpty }.count > 20)
        expectNone(PackageRules.importBreaches(in: targets))
    }

    @Test func eachLibraryIsImportedByOneModule() throws {
        expectNone(PackageRules.libraryBreaches(in: try Self.package.get().targets))
    }

    @Test func noFileIsTooLong() throws {
        expectNone(PackageRules.lengthBreaches(in: try Self.package.get().targets.flatMap(\.sources)))
    }

    @Test func nothingTellsOfOneMachine() throws {
        let files = try ["Package.swift", "README.md", "Sources", "Tests", "Resources", ".ci"]
            .flatMap(PackageDescription.files(in:))
        #expect(files.count > 40)
        expectNone(PackageRules.wordBreaches(in: files))
    }

    /// Fails once for each breach, so that each has its own line.
    private func expectNone(_ breaches: [String], _ location: SourceLocation = #_sourceLocation) {
        for breach in breaches { Issue.record("\(breach)", sourceLocation: location) }
    }
}
