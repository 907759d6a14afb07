import Testing

/// The rules on small inputs: each must be able to fail.
@Suite struct PackageRulesTests {
    private func source(_ text: String) -> Source { Source(path: "A.swift", text: text) }

    @Test(arguments: [
        ("import A", ["A"]), ("import A.B", ["A"]), ("@testable import A", ["A"]), ("  import A", ["A"]),
        ("import struct A.Thing", ["A"]), ("import func A.call", ["A"]), ("public import A", ["A"]),
        ("@preconcurrency @testable import A", ["A"]), ("@_spi(Testing) import A", ["A"]),
        ("import A; import B", ["A", "B"]), ("#if DEBUG\nimport A\n#endif", ["A"]),
        ("// import A", []), ("/// import A", []), ("/*\nimport A\n*/\nimport B", ["B"]),
        ("let text = \"\"\"\n    import A\n    \"\"\"\nimport B", ["B"]), ("importance(A)", []),
        ("let important = 1", []),
    ])
    func importsAreFound(_ text: String, _ modules: [String]) {
        #expect(PackageRules.importedModules(in: text) == Set(modules))
    }

    @Test func undeclaredAndUnusedAreBreaches() {
        let target = Target(
            name: "T", dependencies: ["Used", "Unused"],
            sources: [source("import Used\nimport Glibc\nimport Undeclared")])
        #expect(
            PackageRules.importBreaches(in: [target]) == [
                "T imports Undeclared without declaring it", "T declares Unused and does not import it",
            ])
    }

    @Test func programsAreRunAndNotImported() {
        let program = Target(name: "P", dependencies: [], isExecutable: true, sources: [source("")])
        let target = Target(name: "T", dependencies: ["P"], sources: [source("")])
        #expect(PackageRules.importBreaches(in: [program, target]) == [])
    }

    @Test func librariesHaveOneUser() {
        let library = Target(name: "C", dependencies: [], isSystemLibrary: true)
        let one = Target(name: "One", dependencies: ["C"], sources: [source("import C")])
        let two = Target(name: "Two", dependencies: ["C"], sources: [source("import C")])
        #expect(PackageRules.libraryBreaches(in: [library, one]) == [])
        #expect(PackageRules.libraryBreaches(in: [library, one, two]) == ["C is imported by One, Two"])
        #expect(PackageRules.libraryBreaches(in: [library]) == ["C is imported by nobody"])
    }

    @Test func longFilesAreBreaches() {
        #expect(PackageRules.lengthBreaches(in: [source(String(repeating: "\n", count: 400))]) == [])
        #expect(
            PackageRules.lengthBreaches(in: [source(String(repeating: "\n", count: 401))])
                == ["A.swift has 401 lines"])
    }

    @Test(arguments: PackageRules.forbiddenWords)
    func forbiddenWordsAreFound(_ word: String) {
        #expect(PackageRules.wordBreaches(in: [source("fine\nsee \(word)x")]) == ["A.swift:2 holds \(word)"])
    }
}
