import CommandLineOptions

/// The options and words behind a command.
struct CommandOptions {
    /// The words that are no options.
    let operands: [String]
    private let values: [String: String]

    /// Takes `words` apart.
    ///
    /// - Parameters:
    ///   - words: what stands behind the command.
    ///   - names: the options that the command knows, as ``ParsedOptions`` takes them.
    /// - Throws: ``CommandFault`` for an unknown option, or one without its value.
    init(_ words: [String], names: [String]) throws(CommandFault) {
        let parsed: ParsedOptions
        do throws(ParsedOptions.Fault) {
            parsed = try ParsedOptions(["vestibuled"] + words, names: names, operands: .anywhere)
        } catch {
            switch error {
            case .unknown(let option): throw .usage("unknown option '\(option)'")
            case .needsValue(let option): throw .usage("option '\(option)' needs a value")
            }
        }
        operands = parsed.operands
        values = Dictionary(parsed.options.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    }

    /// The value of an option, the last where there are several; empty for one that takes none; nil where it is not
    /// there.
    func value(_ name: String) -> String? { values[name] }

    /// Whether an option is there.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// Makes sure that no word is left over.
    func expectNoOperands() throws(CommandFault) {
        if let word = operands.first { throw .usage("unexpected argument '\(word)'") }
    }
}
