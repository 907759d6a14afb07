import AccountServer
import Accounts
import CommandLineOptions
import Cryptography

/// What `vestibuled serve` is told (section 6).
struct ServeOptions {
    /// Where to listen.
    let address: ListenAddress
    /// The store's URL.
    let store: String
    /// What is spoken.
    private(set) var contracts: Set<Contract> = [.native]
    /// The files of the certificate and its key; nil for plain HTTP.
    let identity: (certificate: String, key: String)?
    /// Whether an unknown account is not told from a wrong password (A8).
    private(set) var concealsAccounts = false
    /// What sends codes to phones; nil where nothing does (A6).
    private(set) var smsCommand: String?
    /// What sends codes to mailboxes; nil where nothing does (A6).
    private(set) var mailCommand: String?
    /// The length rule of new passwords (A1).
    private(set) var passwordPolicy = PasswordPolicy.standard
    /// The cost of new hashes (A1).
    let cost: PasswordHash.Cost

    private static let names: [ParsedOptions.Name] = [
        ("listen", true), ("store", true), ("tls-certificate", true), ("tls-key", true), ("allow-plaintext", false),
        ("contracts", true), ("conceal-accounts", false), ("sms-command", true), ("mail-command", true),
        ("password-length", true), ("hash-memory", true), ("hash-passes", true),
    ]

    /// Reads the arguments, the command the first of them.
    ///
    /// - Throws: a fault with status 2.
    init(_ arguments: [String]) throws(CommandFault) {
        let values = try Self.values(arguments)
        guard let listen = values["listen"], let store = values["store"] else {
            throw Self.fault("serve needs --listen and --store; see vestibuled --help")
        }
        guard let address = ListenAddress(listen) else {
            throw Self.fault("--listen takes ADDRESS:PORT, [V6ADDRESS]:PORT or unix:PATH, not '\(listen)'")
        }
        self.address = address
        self.store = store
        identity = try Self.identity(values["tls-certificate"], values["tls-key"])
        guard identity != nil || address.isLocal || values["allow-plaintext"] != nil else {
            throw Self.fault(
                "\(address.text) is reached from other machines: give --tls-certificate and --tls-key, or "
                    + "--allow-plaintext")
        }
        if let list = values["contracts"] { contracts = try Self.contracts(list) }
        concealsAccounts = values["conceal-accounts"] != nil
        smsCommand = values["sms-command"]
        mailCommand = values["mail-command"]
        if let rule = values["password-length"] { passwordPolicy = try Self.policy(rule) }
        cost = PasswordHash.Cost(
            memory: try Self.number(values["hash-memory"], "--hash-memory", 1...1024, usual: 64) << 20,
            passes: try Self.number(values["hash-passes"], "--hash-passes", 1...10, usual: 2))
    }

    /// The options by name; given twice, the later one counts.
    private static func values(_ arguments: [String]) throws(CommandFault) -> [String: String] {
        let parsed: ParsedOptions
        do throws(ParsedOptions.Fault) {
            parsed = try ParsedOptions(arguments, names: names, operands: .anywhere)
        } catch {
            switch error {
            case .needsValue(let option): throw fault("option '\(option)' needs a value")
            case .unknown(let option): throw fault("unknown option '\(option)'; see vestibuled --help")
            }
        }
        if let word = parsed.operands.first { throw fault("unexpected argument '\(word)'; see vestibuled --help") }
        for case (let name, let value?) in parsed.options where value.isEmpty {
            throw fault("option '--\(name)' needs a value")
        }
        return Dictionary(parsed.options.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    private static func identity(
        _ certificate: String?, _ key: String?
    ) throws(CommandFault) -> (certificate: String, key: String)? {
        switch (certificate, key) {
        case (let certificate?, let key?): return (certificate, key)
        case (nil, nil): return nil
        default: throw fault("--tls-certificate and --tls-key go together")
        }
    }

    private static func contracts(_ list: String) throws(CommandFault) -> Set<Contract> {
        var contracts: Set<Contract> = []
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let contract = Contract(rawValue: String(word)) else {
                throw fault("--contracts takes native, flags and xml, with commas, not '\(word)'")
            }
            contracts.insert(contract)
        }
        return contracts
    }

    private static func policy(_ value: String) throws(CommandFault) -> PasswordPolicy {
        let parts = value.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let least = parts[0], let most = parts[1], (1...512).contains(least),
            (least...512).contains(most)
        else { throw fault("--password-length takes MIN-MAX, from 1 to 512, not '\(value)'") }
        return PasswordPolicy(minimum: least, maximum: most)
    }

    private static func number(
        _ value: String?, _ name: String, _ range: ClosedRange<Int>, usual: Int
    ) throws(CommandFault) -> Int {
        guard let value else { return usual }
        guard let number = Int(value), range.contains(number) else {
            throw fault("\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not '\(value)'")
        }
        return number
    }

    private static func fault(_ message: String) -> CommandFault {
        CommandFault(status: 2, message: message)
    }
}
