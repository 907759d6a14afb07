import AccountEngine
import AccountWire
import Accounts
import Cryptography

/// The contract of document 000 (6.2): two flags.
///
/// It has no sessions, so none is opened, and cannot carry a challenge, so the lock begins at the third failure (A3).
struct FlagContract: Sendable {
    private let engine: AccountEngine

    /// Speaks for `engine`.
    init(engine: AccountEngine) {
        self.engine = engine
    }

    /// Decides what to do with a request; nil where the path is none of the contract's.
    func route(_ head: RequestHead) -> Route? {
        guard head.path == Contract.flagsPath else { return nil }
        let action: Route.Action =
            switch head.method {
            case "GET", "HEAD": .run(answer(to:))
            case "POST": head.formRefusal.map { .respond($0) } ?? .run(answer(to:))
            default: .respond(.otherMethod(than: ["GET", "POST"], head.method))
            }
        return Route(name: "flags", action: action)
    }

    private func answer(to request: Request) async -> Response {
        do throws(ProblemDetails) {
            let credentials = try Self.credentials(in: request)
            do throws(ServiceError) {
                try await engine.verify(credentials, from: request.peer)
                return Self.reply(isKnown: true, isRight: true)
            } catch {
                switch error {
                case .accountUnknown: return Self.reply(isKnown: false, isRight: false)
                case .credentialsWrong, .locked: return Self.reply(isKnown: true, isRight: false)
                default: throw ProblemDetails(error)
                }
            }
        } catch { return Response(error) }
    }

    /// The flags are strings, as document 000 has them.
    private static func reply(isKnown: Bool, isRight: Bool) -> Response {
        Response(
            """
            {"accountBeingOrNotFlag":"\(isKnown ? 1 : 0)","loginOKOrNotFlag":"\(isRight ? 1 : 0)"}
            """, type: "application/json")
    }

    /// Reads the form; PHP's `$_REQUEST`, which document 000 uses, has the query's fields and the body's.
    ///
    /// The account's own shape decides what it is (L1), whatever type is told: clients of 2014 take new phone numbers
    /// for names.
    private static func credentials(in request: Request) throws(ProblemDetails) -> Credentials {
        let form = try FormFields(of: request)
        let type = try form.text("Account_Type", limit: 64)
        guard AccountName.Kind(rawValue: type) != nil else { throw .badRequest("Account_Type is none of the three") }
        return try form.credentials(account: "User_Account", password: "User_Password", isRemembered: false)
    }
}
