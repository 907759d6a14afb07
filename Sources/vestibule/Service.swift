import AccountEngine
import AccountPipe
import Accounts
import Cryptography
import DemoService
import Glibc
import LoginApp
import Outbox
import PasswordStrength
import PrivateFiles
import SQLiteStore
import Vault

/// Finds the account service that the options name (section 5).
enum Service {
    /// Makes the service.
    ///
    /// - Returns: the service, and the store behind it that is still to be opened, if there is one.
    /// - Throws: ``StartFault`` with status 2 for a URL that names no service, 3 for a store that cannot be there.
    static func make(
        _ options: Options, environment: (String) -> String?, estimator: any PasswordEstimator
    ) throws(StartFault) -> (any AccountService, SQLiteStore?) {
        let peer = Peer.localUser(id: getuid())
        let url = try url(options, environment)
        let log = dataDirectory(options, environment).map(ServiceLog.init)
        switch url.prefix(while: { $0 != ":" }) {
        case "demo":
            do throws(DemoConfiguration.Fault) {
                var configuration = try DemoConfiguration(url: url)
                if let policy = options.passwordPolicy { configuration.passwordPolicy = policy }
                return (DemoService(configuration, estimator: estimator, peer: peer), nil)
            } catch { throw StartFault(status: 2, message: "--service: \(error)") }
        case "sqlite":
            let path = String(url.dropFirst("sqlite:".count))
            guard !path.isEmpty else { throw StartFault(status: 2, message: "--service: sqlite: needs a path") }
            let data = dataDirectory(options, environment) ?? PrivateFile.folder(of: path)
            guard !PrivateFile.isReplaceableByOthers(inFolder: data) else {
                throw StartFault(
                    status: 3,
                    message: "others can write the data directory \(data); make it yours alone (chmod 700) or name "
                        + "another one")
            }
            var settings = EngineSettings()
            settings.concealsAccounts = options.concealsAccounts
            if let policy = options.passwordPolicy { settings.passwordPolicy = policy }
            do throws(StoreOpenError) {
                let store = try SQLiteStore(unopened: path)
                let engine = AccountEngine(
                    store: store, settings: settings, estimator: estimator,
                    senders: senders(options, outbox: data + "/outbox"))
                return (EmbeddedAccountService(engine: engine, peer: peer), store)
            } catch { throw StartFault(status: 3, message: error.message) }
        case "exec": return (try program(String(url.dropFirst("exec:".count)), options, log: log), nil)
        default:
            if let service = try network(url, options, log: log) { return (service, nil) }
            throw StartFault(status: 2, message: "--service: '\(url)' is no service (see --help)")
        }
    }

    /// What names the service: as the options do, or the embedded store.
    private static func url(_ options: Options, _ environment: (String) -> String?) throws(StartFault) -> String {
        if let service = options.service { return service }
        guard let directory = dataDirectory(options, environment) else {
            throw StartFault(status: 3, message: "no data directory: HOME is not set; name one with --data-dir")
        }
        return "sqlite:\(directory)/accounts.sqlite"
    }

    /// Whether the service is in another program, and so has to be asked what it offers.
    static func isElsewhere(_ options: Options) -> Bool {
        guard let url = options.service else { return false }
        return !url.hasPrefix("sqlite:") && !url.hasPrefix("demo:")
    }

    /// Whether passwords travel unencrypted to another machine.
    static func isPlaintext(_ options: Options) -> Bool {
        guard let url = options.service, let address = try? NetworkAddress(url) else { return false }
        return address.isPlaintext
    }

    /// What remembers logins to the service; nil where that is off, or there is no place for it (section 3).
    ///
    /// - Throws: ``StartFault`` with status 2 for a key that is none.
    static func memory(
        _ options: Options, environment: (String) -> String?
    ) throws(StartFault) -> VaultMemory? {
        // A gate that keeps a passer-by's login would let the next one in.
        guard options.command.isEmpty || options.allowances.contains(.remember),
            let directory = dataDirectory(options, environment)
        else { return nil }
        let origin = origin(of: try url(options, environment))
        do throws(Vault.Failure) {
            let key = environment(Vault.keyVariable).map { Secret($0.utf8) }
            return VaultMemory(try Vault(directory: directory, givenKey: key), origin: origin)
        } catch {
            throw StartFault(status: 2, message: "\(Vault.keyVariable) must be 64 hexadecimal digits, or not be set")
        }
    }

    /// What tells the service from all others: a store by where it lies, the demo by being one, a program by its
    /// command.
    private static func origin(of url: String) -> String {
        if url.hasPrefix("exec:") { return url }
        if let address = try? NetworkAddress(url) { return address.origin }
        guard url.hasPrefix("sqlite:") else { return url.prefix { $0 != "?" }.lowercased() }
        let path = String(url.dropFirst("sqlite:".count))
        // The store's file has been made by now.
        guard let real = realpath(path, nil) else { return url }
        defer { free(real) }
        return "sqlite:" + String(cString: real)
    }

    /// How codes leave: by the commands that were given, else into the outbox (A6).
    private static func senders(_ options: Options, outbox: String) -> CodeSenders {
        func sender(_ command: String?) -> any CodeSender {
            command.map { MessageCommand($0) } ?? OutboxDirectory(path: outbox)
        }
        return CodeSenders(telephone: sender(options.smsCommand), emailAddress: sender(options.mailCommand))
    }

    /// Where the program keeps what is its own; nil where the environment does not tell.
    private static func dataDirectory(_ options: Options, _ environment: (String) -> String?) -> String? {
        if let directory = options.dataDirectory { return directory }
        // The XDG specification has relative paths ignored.
        if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/vestibule" }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.local/share/vestibule"
    }
}

/// Why the program cannot start: a line for stderr, and the status to end with.
struct StartFault: Error, Equatable {
    let status: CInt
    let message: String
}
