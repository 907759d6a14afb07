import AccountEngine
import Accounts
import CommandLineOptions
import Cryptography
import Glibc
import Text
import ZxcvbnEstimator

/// `vestibuled account …`: what an administrator does to accounts (section 6).
///
/// What is printed is made for scripts: a line an account or a fact, tabs between the columns, `-` where there is
/// nothing, times as in RFC 3339 in UTC. Everything else goes to stderr.
enum AccountCommand {
    /// Runs the command that the first word names.
    static func run(_ words: [String]) async throws(CommandFault) {
        let rest = Array(words.dropFirst())
        switch words.first {
        case "add": try await add(rest)
        case "list": try await list(rest)
        case "show": try await show(rest)
        case "disable":
            try await change(rest) { engine, id throws(ServiceError) in
                _ = try await engine.disable(id, from: peer)
            }
        case "enable":
            try await change(rest) { engine, id throws(ServiceError) in
                _ = try await engine.enable(id, from: peer)
            }
        case "unlock":
            try await change(rest) { engine, id throws(ServiceError) in
                _ = try await engine.unlock(id, from: peer)
            }
        case "reset": try await reset(rest)
        case "import": try await ImportCommand.run(rest)
        case let word?: throw .usage("unknown command 'account \(word)'")
        case nil: throw .usage("account needs one of add, list, show, disable, enable, unlock, reset, import")
        }
    }

    /// Who is audited: the user who runs the program.
    static var peer: Peer { .localUser(id: getuid()) }

    /// An engine over the store that the options name, which has to be there.
    private static func engine(_ options: CommandOptions) throws(CommandFault) -> AccountEngine {
        let store = try StoreLocation(options.value("store")).open(makingOne: false)
        return AccountEngine(store: store, estimator: ZxcvbnEstimator())
    }

    /// Prints the new account's number.
    private static func add(_ words: [String]) async throws(CommandFault) {
        let kinds: [(option: String, kind: AccountName.Kind)] = [
            ("phone", .telephone), ("email", .emailAddress), ("name", .normalName),
        ]
        let options = try CommandOptions(
            words, names: ["store:", "password-stdin"] + kinds.map { $0.option + ":" })
        try options.expectNoOperands()
        let location = try StoreLocation(options.value("store"))
        var names: [AccountName] = []
        for (option, kind) in kinds {
            guard let text = options.value(option) else { continue }
            guard let name = AccountName(text), name.kind == kind else {
                throw .usage("--\(option): '\(text)' is no \(kind.words)")
            }
            names.append(name)
        }
        guard !names.isEmpty else { throw .usage("account add needs --phone, --email or --name") }
        guard options.has("password-stdin") else {
            throw .usage("account add needs --password-stdin, and the password on a line of its standard input")
        }
        let password = try password()
        let engine = AccountEngine(store: try location.open(makingOne: true), estimator: ZxcvbnEstimator())
        do throws(ServiceError) {
            print(try await engine.add(names, password: password, from: peer).text)
        } catch { throw CommandFault(error) }
    }

    /// The one line of standard input.
    private static func password() throws(CommandFault) -> Secret {
        let password: Secret
        do throws(Secret.LineFault) { password = try Secret(lineFrom: STDIN_FILENO, isAlone: true) } catch {
            switch error {
            case .long: throw .refused("the password is too long")
            case .notAlone: throw .refused("standard input holds more than one line, and the password is only one")
            }
        }
        guard password.isTypable else {
            throw .refused("the password holds a control character or is no UTF-8, so nobody could type it")
        }
        return password
    }

    /// Prints a line an account: number, phone number, e-mail address, user name, state, when it was made, and the
    /// latest login.
    private static func list(_ words: [String]) async throws(CommandFault) {
        let options = try CommandOptions(words, names: ["store:"])
        try options.expectNoOperands()
        let engine = try engine(options)
        var last: AccountID?
        while true {
            let records: [AccountRecord]
            do throws(ServiceError) { records = try await engine.records(after: last, limit: 1000) } catch {
                throw CommandFault(error)
            }
            for record in records { print(record.columns.map(\.value).joined(separator: "\t")) }
            guard let next = records.last?.id else { return }
            last = next
        }
    }

    /// Prints a line a fact: its name and its value.
    private static func show(_ words: [String]) async throws(CommandFault) {
        try await change(words) { engine, id throws(ServiceError) in
            guard let record = try await engine.record(of: id) else { return }
            let sessions = ("sessions", String(try await engine.sessionCount(of: id)))
            let place = ("last-peer", record.lastVisit?.peer ?? "-")
            for (name, value) in record.columns + [place, sessions] { print("\(name)\t\(value)") }
        }
    }

    private static func reset(_ words: [String]) async throws(CommandFault) {
        let isReachable = try await change(words) { engine, id throws(ServiceError) in
            try await engine.startReset(id, from: peer) ?? false
        }
        guard isReachable else {
            throw .refused(
                "the account has no phone number or e-mail address that a code could be sent to, so nobody could open "
                    + "it again; nothing was changed")
        }
    }

    /// Finds the account that the one word names and runs `body` on it.
    @discardableResult
    private static func change<Value>(
        _ words: [String], _ body: (AccountEngine, AccountID) async throws(ServiceError) -> Value
    ) async throws(CommandFault) -> Value {
        let options = try CommandOptions(words, names: ["store:"])
        guard let word = options.operands.first else {
            throw .usage("the account is missing: its number, phone number, e-mail address or user name")
        }
        guard options.operands.count == 1 else { throw .usage("unexpected argument '\(options.operands[1])'") }
        let engine = try engine(options)
        do throws(ServiceError) {
            guard let id = try await find(word, engine) else { throw .accountUnknown }
            return try await body(engine, id)
        } catch {
            guard error != .accountUnknown else { throw .refused("there is no account '\(word)'") }
            throw CommandFault(error)
        }
    }

    /// Digits that are no phone number are an account's number: no user name begins with one.
    private static func find(_ word: String, _ engine: AccountEngine) async throws(ServiceError) -> AccountID? {
        guard let name = AccountName(word) else { return nil }
        if name.kind == .normalName, let number = Int64(word), number > 0 {
            return try await engine.record(of: AccountID(number: number))?.id
        }
        return try await engine.account(named: name)
    }
}
