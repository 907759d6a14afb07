/// A tape that has been read and checked.
public struct Tape: Sendable {
    /// The file as it was named.
    public let path: String
    /// What it asks for, with the steps of sourced tapes in their place.
    public let steps: [TapeStep]
    /// What is wrong with it, all of it, in the order of the text.
    public let errors: [TapeRemark]
    /// What is accepted and not done, in the order of the text.
    public let notes: [TapeRemark]
    /// What it asks for before its first key.
    public let setup: TapeSetup

    /// Reads and checks the tape at `path`; nil if the file cannot be read.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isStrict: whether words that are taken as text, and may have been meant as commands, are errors and not only
    ///     noted.
    ///   - sources: reads it and those that it names.
    ///   - readsTheme: whether pictures can be in the theme of a `Set Theme`, a name or JSON.
    ///   - findProgram: whether there is a program of that name on the `PATH`.
    public init?(
        path: String, isStrict: Bool = false, sources: TapeSources = .files,
        readsTheme: @escaping (String) -> Bool, findProgram: @escaping (String) -> Bool
    ) {
        guard let bytes = sources.read(path) else { return nil }
        var parser = Parser(
            bytes, file: path, sources: sources, chain: [sources.identity(path)], isStrict: isStrict)
        parser.parse()
        var checker = Checker(findProgram: findProgram, readsTheme: readsTheme)
        checker.check(parser.steps)
        self.path = path
        steps = parser.steps
        let isEmpty = parser.steps.isEmpty && parser.errors.isEmpty
        let emptiness = TapeRemark(TapePosition(file: path, line: 1, column: 1), "this tape has no commands")
        errors = Self.sorted(parser.errors + checker.errors + (isEmpty ? [emptiness] : []))
        notes = Self.sorted(parser.notes + checker.notes)
        setup = TapeSetup(parser.steps)
    }

    /// Those of one file in the order of its text, files in the order of their first remarks.
    private static func sorted(_ remarks: [TapeRemark]) -> [TapeRemark] {
        let files = remarks.map(\.position.file)
        return remarks.sorted { first, second in
            let (one, other) = (first.position, second.position)
            guard one.file == other.file else {
                return files.firstIndex(of: one.file) ?? 0 < files.firstIndex(of: other.file) ?? 0
            }
            return (one.line, one.column) < (other.line, other.column)
        }
    }
}
