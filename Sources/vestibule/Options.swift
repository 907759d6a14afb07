import Accounts
import CGetOpt
import Glibc
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

    /// The options by name, and whether they take a value.
    private static let names: [(name: String, takesValue: Bool)] = [
        ("service", true), ("language", true), ("data-dir", true), ("password-length", true), ("allow", true),
        ("conceal-accounts", false), ("sms-command", true), ("mail-command", true), ("reduce-motion", false),
        ("ascii", false), ("no-mouse", false),
        ("state-log", true), ("version", false), ("help", false),
    ]

    /// Reads the arguments, the program's own name the first of them.
    init(arguments: [String]) throws(Fault) {
        let argv = Self.copy(arguments)
        let list = Self.makeList()
        defer {
            for index in arguments.indices { free(argv[index]) }
            argv.deallocate()
            for index in Self.names.indices { free(UnsafeMutablePointer(mutating: list[index].name)) }
            list.deallocate()
        }
        var lastValue: String?
        while true {
            let before = Int(getopt_index())
            var index: CInt = 0
            // `+`: stop at the first word that is no option. `:`: the messages are ours.
            switch getopt_long(CInt(arguments.count), argv, "+:", list, &index) {
            case -1:
                try takeCommand(from: arguments, isLastOfOption: lastValue == "--")
                return
            case 0:
                lastValue = getopt_argument().map { String(cString: $0) }
                try apply(Self.names[Int(index)].name, lastValue ?? "")
            case CInt(UInt8(ascii: ":")):
                throw Fault(message: "option '\(arguments[before])' needs a value")
            default: throw Fault(message: "unknown option '\(arguments[before])'; see vestibule --help")
            }
        }
    }

    /// Takes what is behind `--`; getopt has stopped at the first word that is no option.
    ///
    /// `isLastOfOption` where a last `--` is an option's value.
    private mutating func takeCommand(from arguments: [String], isLastOfOption: Bool) throws(Fault) {
        let rest = Int(getopt_index())
        // Only behind -- may there be a word that is no option.
        guard rest < arguments.count else {
            guard arguments.last != "--" || isLastOfOption else { throw Fault(message: "a command goes behind --") }
            return
        }
        guard arguments[1..<rest].last == "--" else {
            throw Fault(message: "unexpected argument '\(arguments[rest])'; a command goes behind --")
        }
        command = Array(arguments[rest...])
        // An empty variable in a script must not take the command away and leave the door open.
        guard !command[0].isEmpty else { throw Fault(message: "the command behind -- is empty") }
    }

    private mutating func apply(_ name: String, _ value: String) throws(Fault) {
        switch name {
        case "service": service = value
        case "language":
            guard let language = Language(rawValue: value) else {
                throw Fault(message: "--language takes zh-Hans or en, not '\(value)'")
            }
            self.language = language
        case "data-dir":
            guard !value.isEmpty else { throw Fault(message: "--data-dir needs the path of a folder") }
            dataDirectory = value
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

    /// The arguments as C has them, ended by nil.
    private static func copy(_ arguments: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
        let argv = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
        for (index, argument) in arguments.enumerated() { (argv + index).initialize(to: strdup(argument)) }
        (argv + arguments.count).initialize(to: nil)
        return argv
    }

    /// The options as getopt has them, ended by one without a name.
    private static func makeList() -> UnsafeMutablePointer<option> {
        let list = UnsafeMutablePointer<option>.allocate(capacity: names.count + 1)
        for (index, (name, takesValue)) in names.enumerated() {
            (list + index).initialize(to: option(name: strdup(name), has_arg: takesValue ? 1 : 0, flag: nil, val: 0))
        }
        (list + names.count).initialize(to: option())
        return list
    }
}
