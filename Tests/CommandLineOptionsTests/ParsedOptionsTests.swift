import CommandLineOptions
import Testing

/// Serialized, since the library below keeps its place in global variables.
@Suite("Command lines (section 1)", .serialized)
struct ParsedOptionsTests {
    private static let names = ["name:", "quiet", "help"]

    /// The options as `name` or `name=value`, and the operands.
    private func parse(
        _ words: String..., operands: ParsedOptions.Operands = .last, final: [String] = []
    ) throws(ParsedOptions.Fault) -> (options: [String], operands: [String]) {
        let parsed = try ParsedOptions(["program"] + words, names: Self.names, operands: operands, final: final)
        return (parsed.options.map { option in option.name + (option.value.map { "=" + $0 } ?? "") }, parsed.operands)
    }

    @Test("A value stands behind the option or behind an equals sign, and may look like an option")
    func values() throws {
        #expect(try parse("--name", "a b", "--quiet", "--name=x=").options == ["name=a b", "quiet", "name=x="])
        #expect(try parse("--name", "--quiet").options == ["name=--quiet"])
        #expect(try parse().options == [])
    }

    @Test("Where operands come last the first of them ends the options, and so do two dashes")
    func operandsLast() throws {
        let (options, operands) = try parse("--quiet", "run", "--name", "x")
        #expect(options == ["quiet"] && operands == ["run", "--name", "x"])
        #expect(try parse("--quiet", "--", "--name").operands == ["--name"])
    }

    @Test("Where operands may stand anywhere they keep their order")
    func operandsAnywhere() throws {
        let (options, operands) = try parse("one", "--name", "x", "two", "-", operands: .anywhere)
        #expect(options == ["name=x"] && operands == ["one", "two", "-"])
    }

    @Test("Behind an option that wins nothing is looked at")
    func final() throws {
        let (options, operands) = try parse("--quiet", "--help", "--nonsense", "extra", final: ["help"])
        #expect(options == ["quiet", "help"] && operands == [])
    }

    @Test(
        "What makes no sense is told as it was written",
        arguments: [
            (["--nonsense"], ParsedOptions.Fault.unknown("--nonsense")), (["--quiet", "-x"], .unknown("-x")),
            (["--quiet=yes"], .unknown("--quiet=yes")), (["--name"], .needsValue("--name")),
            (["--quiet", "--name"], .needsValue("--name")), (["--name="], .needsValue("--name")),
            (["--name", "", "--quiet"], .needsValue("--name")), (["--na="], .needsValue("--name")),
        ])
    func faults(_ words: [String], _ fault: ParsedOptions.Fault) {
        #expect(throws: fault) {
            try ParsedOptions(["program"] + words, names: Self.names, operands: .last)
        }
    }
}
