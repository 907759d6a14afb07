import Accounts
import Cryptography
import OwnThreads
import ServerTesting
import Testing

@testable import AccountClients

extension Secret {
    /// The text, for comparing.
    var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

/// What was typed.
func credentials(
    _ account: String = "ada", _ password: String = "testApp123456", remember: Bool = false,
    answer: ChallengeAnswer? = nil
) throws -> Credentials {
    try Credentials(
        account: account, password: Secret(password.utf8), isRemembered: remember, answer: answer, policy: .notEmpty)
}

/// The error that `body` ends with; nil when it does not.
func failure(_ body: () async throws -> some Any) async -> ServiceError? {
    do {
        _ = try await body()
        return nil
    } catch let error as ServiceError {
        return error
    } catch {
        Issue.record(error)
        return nil
    }
}

/// Settings that wait as long as a slow machine may need.
var patient: NetworkSettings {
    var settings = NetworkSettings()
    (settings.connectTimeout, settings.timeout) = (.seconds(120), .seconds(600))
    return settings
}

/// Settings that do not wait long for what never comes.
var impatient: NetworkSettings {
    var settings = NetworkSettings()
    settings.timeout = .milliseconds(300)
    return settings
}

extension ScriptedServer {
    /// The service that speaks contract 6.1 here.
    func native(_ settings: NetworkSettings = patient) throws -> any AccountService {
        try ServiceURL("http://127.0.0.1:\(port)").makeService(settings)
    }

    /// The service that speaks contract 6.2 here.
    func flags(_ query: String = "", _ settings: NetworkSettings = patient) throws -> any AccountService {
        try ServiceURL("php+http://127.0.0.1:\(port)/testApp/Login/login.php\(query)").makeService(settings)
    }

    /// The service that speaks contract 6.3 here.
    func xml(_ settings: NetworkSettings = patient) throws -> any AccountService {
        try ServiceURL("oschina+http://127.0.0.1:\(port)/").makeService(settings)
    }
}

/// The contracts, each with a login and an answer that lets it in.
enum Contract: CaseIterable {
    case native, flags, xml

    func service(_ server: ScriptedServer, _ settings: NetworkSettings = patient) throws -> any AccountService {
        switch self {
        case .native: try server.native(settings)
        case .flags: try server.flags("", settings)
        case .xml: try server.xml(settings)
        }
    }
}

/// Begins a call that goes on beside the test.
func begin(_ body: @escaping @Sendable () async throws -> some Any) -> Task<ServiceError?, Never> {
    Task(executorPreference: OwnThreads.ownThreads().executor) { await failure(body) }
}
