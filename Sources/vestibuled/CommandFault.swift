import Accounts
import Glibc
import TerminalCore

/// Why a command did not do what it was asked: a line for stderr, and the status to end with (section 1).
struct CommandFault: Error, Equatable {
    /// 1 what was asked for cannot be done, 2 wrong usage, 3 the store cannot be opened or is in trouble.
    let status: CInt
    /// What was wrong and what to do; one line without a full stop.
    let message: String

    /// The command line makes no sense.
    static func usage(_ message: String) -> CommandFault {
        CommandFault(status: 2, message: message + "; see vestibuled --help")
    }

    /// The command line makes sense, and a file that it names cannot be used.
    static func unusable(_ message: String) -> CommandFault { CommandFault(status: 2, message: message) }

    /// The command was understood, and cannot be done to this account, or with this input.
    static func refused(_ message: String) -> CommandFault { CommandFault(status: 1, message: message) }

    /// The store cannot be opened, or is in trouble.
    static func store(_ message: String) -> CommandFault { CommandFault(status: 3, message: message) }

    /// Says what the engine threw.
    init(_ error: ServiceError) {
        switch error {
        case .trouble(let trouble): self = .store("the account store is in trouble: \(trouble.words)")
        case .accountTaken: self = .refused("one of the names belongs to an account already")
        case .registrationRefused(let fault): self = .refused(fault.words)
        case .busy: self = .refused("the machine is too busy to hash a password; try again")
        default: self = .refused("the account engine answered \(error)")
        }
    }

    private init(status: CInt, message: String) {
        self.status = status
        self.message = message
    }

    /// Writes a line to stderr; what came from outside cannot steer the terminal (T6).
    static func complain(_ message: String) {
        var line = "vestibuled: " + TextLayout.glyphs(of: message).map(\.text).joined() + "\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

extension Registration.Fault {
    /// What is wrong with a name or password, and what to write instead.
    var words: String {
        switch self {
        case .account(.nameLength): "a user name has 2 to 32 characters"
        case .account(.nameStart): "a user name begins with a letter"
        case .account(.nameCharacters): "a user name holds letters, digits, '.', '_' and '-' only"
        case .password(.missing): "the password is empty"
        case .password(.length(let policy)):
            "the password must have \(policy.minimum)"
                + (policy.maximum.map { " to \($0) characters" } ?? " characters at least")
        case .password(.weak): "the password is too easily guessed; choose another"
        default: "the account is refused: \(self)"
        }
    }
}

extension ServiceError.Trouble {
    /// What is wrong with a store, and what to do.
    fileprivate var words: String {
        switch self {
        case .storeReadOnly: "it cannot be written; check its permissions"
        case .storeFull: "its disk has no room; free some space"
        case .storeLocked: "another program holds it; try again"
        case .storeDamaged: "it is damaged"
        case .storeTooNew: "it was written by a later version; update this program"
        case .storeUnavailable: "it cannot be reached; check that its server or disk is there"
        default: "\(self)"
        }
    }
}
