/// What the project asks of its own sources; each check returns the breaches in words.
enum PackageRules {
    /// Modules of the toolchain, which no package declares.
    static let toolchainModules: Set<String> = [
        "Swift", "Glibc", "Synchronization", "FoundationEssentials", "Foundation", "Testing", "Dispatch",
        "FoundationXML", "PackageDescription", "RegexBuilder",
    ]

    /// The most lines of a Swift file.
    static let longestFile = 400

    /// Words that tell of one machine or of where packages come from; written with a bar, so that this file passes.
    static let forbiddenWords: [String] = [
        "/home|/", "/work|/", "/root|/", "/Users|/", "pypi|.org", "pythonhosted|.org", "npmjs|.org", "npmjs|.com",
        "crates|.io", "golang|.org",
    ].map { $0.filter { $0 != "|" } }

    /// Imports that are not declared, and declared dependencies that nothing imports.
    ///
    /// Targets without Swift sources are passed over, and so are dependencies on programs.
    static func importBreaches(in targets: [Target]) -> [String] {
        let programs = Set(targets.filter(\.isExecutable).map(\.name))
        return targets.filter { !$0.sources.isEmpty }.flatMap { target -> [String] in
            let imports = Set(target.sources.flatMap { importedModules(in: $0.text) })
                .subtracting(toolchainModules).subtracting([target.name])
            let undeclared = imports.subtracting(target.dependencies).sorted()
            let unused = target.dependencies.subtracting(imports).subtracting(programs).sorted()
            return undeclared.map { "\(target.name) imports \($0) without declaring it" }
                + unused.map { "\(target.name) declares \($0) and does not import it" }
        }
    }

    /// C libraries that are imported by none or by several modules.
    static func libraryBreaches(in targets: [Target]) -> [String] {
        targets.filter(\.isSystemLibrary).compactMap { library in
            let users = targets.filter { target in
                target.sources.contains { importedModules(in: $0.text).contains(library.name) }
            }
            guard users.count != 1 else { return nil }
            let names = users.isEmpty ? "nobody" : users.map(\.name).joined(separator: ", ")
            return "\(library.name) is imported by \(names)"
        }
    }

    /// Files that are too long.
    static func lengthBreaches(in sources: [Source]) -> [String] {
        sources.compactMap { source in
            var lines = source.text.split(separator: "\n", omittingEmptySubsequences: false).count
            if source.text.hasSuffix("\n") { lines -= 1 }
            return lines > longestFile ? "\(source.path) has \(lines) lines" : nil
        }
    }

    /// Lines that hold a forbidden word.
    static func wordBreaches(in sources: [Source]) -> [String] {
        sources.flatMap { source in
            source.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { line in
                forbiddenWords.filter { line.element.contains($0) }
                    .map { "\(source.path):\(line.offset + 1) holds \($0)" }
            }
        }
    }

    /// The modules that a Swift source imports.
    ///
    /// Comments and string literals of several lines are passed over; an import hidden in a line after other
    /// code is not found, and the formatter would not leave one there.
    static func importedModules(in text: String) -> Set<String> {
        let pattern =
            #/
            ^(?:(?:@\w+(?:\([^)]*\))?|public|package|internal|fileprivate|private)\s+)*
            import\s+(?:(?:struct|class|enum|protocol|typealias|actor|func|let|var)\s+)?(\w+)
            /#
        var modules: Set<String> = []
        var (isInString, isInComment) = (false, false)
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if !isInString && !isInComment {
                for statement in line.split(separator: ";") {
                    guard let match = statement.drop(while: { $0 == " " }).prefixMatch(of: pattern) else { break }
                    modules.insert(String(match.1))
                }
            }
            if !isInComment, !line.hasPrefix("//"), line.ranges(of: "\"\"\"").count % 2 == 1 { isInString.toggle() }
            if !isInString {
                if line.hasPrefix("/*") { isInComment = true }
                if isInComment, line.contains("*/") { isInComment = false }
            }
        }
        return modules
    }
}
