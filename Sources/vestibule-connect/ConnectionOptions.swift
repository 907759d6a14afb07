import CommandLineOptions

/// What the front end asks for: `vestibule-connect [--timeout SECONDS] [--allow-plaintext] URL` (section 5).
struct ConnectionOptions: Equatable {
    /// Where the service is.
    var url = ""
    /// How many seconds a whole call may take; nil for the usual.
    var timeout: Int?
    /// Whether passwords may travel unencrypted.
    var allowsPlaintext = false

    /// Reads the arguments, the program's own name the first of them.
    init(arguments: [String]) throws(ConnectionFault) {
        let parsed: ParsedOptions
        do throws(ParsedOptions.Fault) {
            parsed = try ParsedOptions(arguments, names: ["timeout:", "allow-plaintext"], operands: .last)
        } catch {
            switch error {
            case .needsValue(let option): throw ConnectionFault(message: "option '\(option)' needs a value")
            case .unknown(let option): throw ConnectionFault(message: "unknown option '\(option)'")
            }
        }
        for option in parsed.options {
            guard option.name == "timeout" else {
                allowsPlaintext = true
                continue
            }
            guard let seconds = option.value.flatMap({ Int($0) }), (1...3600).contains(seconds) else {
                throw ConnectionFault(message: "--timeout takes seconds, from 1 to 3600")
            }
            timeout = seconds
        }
        guard parsed.operands.count == 1 else { throw ConnectionFault(message: "name one URL") }
        url = parsed.operands[0]
    }
}

/// Why the program cannot do what it is for, in one line.
struct ConnectionFault: Error, Equatable {
    let message: String
}
