import Accounts
import CommandLineOptions
import LoginScreens

/// What the command line asks for (section 1).
struct Options: Equatable {
    /// What to do at all.
    enum Request: Equatable {
        /// Show the screens.
        case run
        /// Print and leave.
        case help, version
    }

    /// What `--allow` turns on in front of a command.
    enum Allowance: String, CaseIterable {
        case register, reset, remember
    }

    var request = Request.run
    var service: String?
    var language: Language?
    var dataDirectory: String?
    var passwordPolicy: PasswordPolicy?
    var allowances: Set<Allowance> = []
    var concealsAccounts = false
    /// What sends codes to phones and to mailboxes, instead of the outbox (A6).
    var smsCommand: String?
    var mailCommand: String?
    /// How many seconds a call to another program or machine may take; nil for the usual.
    var timeout: Int?
    var allowsPlaintext = false
    var reducesMotion = false
    var usesASCII = false
    var usesMouse = true
    var stateLog: String?
    /// What takes over after the login; empty for home.
    var command: [String] = []

    /// Wrong usage, in one line (status 2).
    struct Fault: Error, Equatable {
        let message: String
    }

    private static let names = [
        "service:", "language:", "data-dir:", "password-length:", "allow:", "conceal-accounts", "sms-command:",
        "mail-command:", "timeout:", "allow-plaintext", "reduce-motion", "ascii", "no-mouse", "state-log:", "version",
        "help",
    ]

    /// Reads the arguments, the program's own name the first of them.
    init(arguments: [String]) throws(Fault) {
        let parsed: ParsedOptions
        do throws(ParsedOptions.Fault) {
            parsed = try ParsedOptions(arguments, names: Self.names, operands: .last, final: ["version", "help"])
        } catch {
            switch error {
            case .needsValue(let option): throw Fault(message: "option '\(option)' needs a value")
            case .unknown(let option): throw Fault(message: "unknown option '\(option)'; see vestibule --help")
            }
        }
        for option in parsed.options { try apply(option.name, option.value ?? "") }
        guard request == .run else { return }
        try takeCommand(parsed.operands, from: arguments, isLastOfOption: parsed.options.last?.value == "--")
    }

    /// Takes what is behind `--`; getopt has stopped at the first word that is no option.
    ///
    /// `isLastOfOption` where a last `--` is an option's value.
    private mutating func takeCommand(
        _ words: [String], from arguments: [String], isLastOfOption: Bool
    ) throws(Fault) {
        // Only behind -- may there be a word that is no option.
        guard let first = words.first else {
            guard arguments.last != "--" || isLastOfOption else { throw Fault(message: "a command goes behind --") }
            return
        }
        guard arguments.dropLast(words.count).last == "--" else {
            throw Fault(message: "unexpected argument '\(first)'; a command goes behind --")
        }
        // An empty variable in a script must not take the command away and leave the door open.
        guard !first.isEmpty else { throw Fault(message: "the command behind -- is empty") }
        command = words
    }

    private mutating func apply(_ name: String, _ value: String) throws(Fault) {
        switch name {
        case "service": service = value
        case "language":
            guard let language = Language(rawValue: value) else {
                throw Fault(
                    message: "--language takes \(HelpText.languages.joined(separator: " or ")), not '\(value)'")
            }
            self.language = language
        case "data-dir": dataDirectory = value
        case "password-length": passwordPolicy = try Self.policy(value)
        case "allow":
            for word in value.split(separator: ",", omittingEmptySubsequences: false) {
                guard let allowance = Allowance(rawValue: String(word)) else {
                    throw Fault(message: "--allow takes register, reset and remember, with commas, not '\(word)'")
                }
                allowances.insert(allowance)
            }
        case "conceal-accounts": concealsAccounts = true
        case "sms-command": smsCommand = value
        case "mail-command": mailCommand = value
        case "timeout":
            guard let seconds = Int(value), (1...3600).contains(seconds) else {
                throw Fault(message: "--timeout takes seconds, from 1 to 3600, not '\(value)'")
            }
            timeout = seconds
        case "allow-plaintext": allowsPlaintext = true
        case "reduce-motion": reducesMotion = true
        case "ascii": usesASCII = true
        case "no-mouse": usesMouse = false
        case "state-log": stateLog = value
        case "version": request = .version
        case "help": request = .help
        default: break
        }
    }

    private static func policy(_ value: String) throws(Fault) -> PasswordPolicy {
        let parts = value.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let least = parts[0], let most = parts[1], (1...512).contains(least),
            (least...512).contains(most)
        else { throw Fault(message: "--password-length takes MIN-MAX, from 1 to 512, not '\(value)'") }
        return PasswordPolicy(minimum: least, maximum: most)
    }
}
