import AccountEngine
import Accounts
import DemoService
import Glibc
import PasswordStrength
import SQLiteStore

/// Finds the account service that the options name (section 5).
enum Service {
    /// Opens the service, or the store behind it.
    ///
    /// - Throws: ``StartFault`` with status 2 for a URL that names no service, 3 for a store that cannot be opened.
    static func open(
        _ options: Options, environment: (String) -> String?, estimator: any PasswordEstimator
    ) throws(StartFault) -> any AccountService {
        let peer = Peer.localUser(id: getuid())
        let url: String
        if let service = options.service {
            url = service
        } else {
            url = "sqlite:" + (try defaultStore(options, environment))
        }
        switch url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first {
        case "demo":
            do throws(DemoConfiguration.Fault) {
                var configuration = try DemoConfiguration(url: url)
                if let policy = options.passwordPolicy { configuration.passwordPolicy = policy }
                return DemoService(configuration, estimator: estimator, peer: peer)
            } catch { throw StartFault(status: 2, message: "--service: \(error)") }
        case "sqlite":
            let path = String(url.dropFirst("sqlite:".count))
            guard !path.isEmpty else { throw StartFault(status: 2, message: "--service: sqlite: needs a path") }
            var settings = EngineSettings()
            settings.concealsAccounts = options.concealsAccounts
            if let policy = options.passwordPolicy { settings.passwordPolicy = policy }
            do throws(StoreOpenError) {
                let engine = AccountEngine(
                    store: try SQLiteStore(path: path), settings: settings, estimator: estimator)
                return EmbeddedAccountService(engine: engine, peer: peer)
            } catch { throw StartFault(status: 3, message: error.message) }
        default:
            throw StartFault(
                status: 2, message: "--service: '\(url)' is no service; it is sqlite:PATH or demo: (see --help)")
        }
    }

    /// `accounts.sqlite` in the data directory.
    private static func defaultStore(
        _ options: Options, _ environment: (String) -> String?
    ) throws(StartFault) -> String {
        if let directory = options.dataDirectory { return directory + "/accounts.sqlite" }
        // The XDG specification has relative paths ignored.
        if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/vestibule/accounts.sqlite" }
        guard let home = environment("HOME"), home.hasPrefix("/") else {
            throw StartFault(status: 3, message: "no data directory: HOME is not set; name one with --data-dir")
        }
        return home + "/.local/share/vestibule/accounts.sqlite"
    }
}

/// Why the program cannot start: a line for stderr, and the status to end with.
struct StartFault: Error, Equatable {
    let status: CInt
    let message: String
}
