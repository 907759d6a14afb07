import AccountServer
import Accounts
import CommandLineOptions
import Cryptography

/// What `vestibuled serve` is told (section 6).
struct ServeOptions {
    /// Where to listen.
    let address: ListenAddress
    /// Where the accounts are.
    let store: StoreLocation
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

    private static let names = [
        "listen:", "store:", "tls-certificate:", "tls-key:", "allow-plaintext", "contracts:", "conceal-accounts",
        "sms-command:", "mail-command:", "password-length:", "hash-memory:", "hash-passes:",
    ]

    /// Reads what stands behind the command.
    ///
    /// - Throws: a fault with status 2.
    init(_ words: [String]) throws(CommandFault) {
        let options = try CommandOptions(words, names: Self.names)
        try options.expectNoOperands()
        guard let listen = options.value("listen") else { throw .usage("--listen is missing") }
        guard let address = ListenAddress(listen) else {
            throw .usage("--listen takes ADDRESS:PORT, [V6ADDRESS]:PORT or unix:PATH, not '\(listen)'")
        }
        self.address = address
        store = try StoreLocation(options.value("store"))
        identity = try Self.identity(options.value("tls-certificate"), options.value("tls-key"))
        guard identity != nil || address.isLocal || options.has("allow-plaintext") else {
            throw .usage(
                "\(address.text) is reached from other machines: give --tls-certificate and --tls-key, or "
                    + "--allow-plaintext")
        }
        if let list = options.value("contracts") { contracts = try Self.contracts(list) }
        concealsAccounts = options.has("conceal-accounts")
        smsCommand = options.value("sms-command")
        mailCommand = options.value("mail-command")
        if let rule = options.value("password-length") { passwordPolicy = try Self.policy(rule) }
        cost = PasswordHash.Cost(
            memory: try Self.number(options.value("hash-memory"), "--hash-memory", 1...1024, usual: 64) << 20,
            passes: try Self.number(options.value("hash-passes"), "--hash-passes", 1...10, usual: 2))
    }

    private static func identity(
        _ certificate: String?, _ key: String?
    ) throws(CommandFault) -> (certificate: String, key: String)? {
        switch (certificate, key) {
        case (let certificate?, let key?): return (certificate, key)
        case (nil, nil): return nil
        default: throw .usage("--tls-certificate and --tls-key go together")
        }
    }

    private static func contracts(_ list: String) throws(CommandFault) -> Set<Contract> {
        var contracts: Set<Contract> = []
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let contract = Contract(rawValue: String(word)) else {
                throw .usage("--contracts takes native, flags and xml, with commas, not '\(word)'")
            }
            contracts.insert(contract)
        }
        return contracts
    }

    private static func policy(_ value: String) throws(CommandFault) -> PasswordPolicy {
        let parts = value.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let least = parts[0], let most = parts[1], (1...512).contains(least),
            (least...512).contains(most)
        else { throw .usage("--password-length takes MIN-MAX, from 1 to 512, not '\(value)'") }
        return PasswordPolicy(minimum: least, maximum: most)
    }

    private static func number(
        _ value: String?, _ name: String, _ range: ClosedRange<Int>, usual: Int
    ) throws(CommandFault) -> Int {
        guard let value else { return usual }
        guard let number = Int(value), range.contains(number) else {
            throw .usage("\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not '\(value)'")
        }
        return number
    }
}
