import CommandLineOptions

/// What the front end asks for: `vestibule-connect [--timeout SECONDS] [--allow-plaintext] URL` (section 5).
struct ConnectionOptions: Equatable {
    /// What `--help` or `--version` prints; nil where a service is asked for.
    var information: String?
    /// Where the service is.
    var url = ""
    /// How many seconds a whole call may take; nil for the usual.
    var timeout: Int?
    /// Whether passwords may travel unencrypted.
    var allowsPlaintext = false

    private static let usage = """
        Usage: vestibule-connect [--timeout SECONDS] [--allow-plaintext] URL

        Speaks with an account service on the network, and with the front end, which
        starts it, by its standard input and output, as a program behind exec: does.
        URL is what vestibule --service takes.

          --version, --help

        """

    /// Reads the arguments, the program's own name the first of them.
    init(arguments: [String]) throws(ConnectionFault) {
        let parsed: ParsedOptions
        do throws(ParsedOptions.Fault) {
            parsed = try ParsedOptions(
                arguments, names: ["timeout:", "allow-plaintext", "version", "help"], operands: .last,
                final: ["version", "help"])
        } catch {
            switch error {
            case .needsValue(let option): throw ConnectionFault(message: "option '\(option)' needs a value")
            case .unknown(let option): throw ConnectionFault(message: "unknown option '\(option)'")
            }
        }
        for option in parsed.options {
            switch option.name {
            case "version": information = "vestibule-connect 0.1.0\n"
            case "help": information = Self.usage
            case "timeout":
                guard let seconds = option.value.flatMap({ Int($0) }), (1...3600).contains(seconds) else {
                    throw ConnectionFault(message: "--timeout takes seconds, from 1 to 3600")
                }
                timeout = seconds
            default: allowsPlaintext = true
            }
        }
        guard information == nil else { return }
        guard parsed.operands.count == 1 else { throw ConnectionFault(message: "name one URL") }
        url = parsed.operands[0]
    }
}

/// Why the program cannot do what it is for, in one line.
struct ConnectionFault: Error, Equatable {
    let message: String
}
