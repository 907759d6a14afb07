/// The calls of contract 6.1; the raw values are their names on a pipe (section 5).
///
/// | call | over HTTP | token | body | answer |
/// |---|---|---|---|---|
/// | `service` | `GET /v1/service` | | | `ServiceDeclaration` |
/// | `login` | `POST /v1/login` | | `Credentials` | `Session` |
/// | `logout` | `POST /v1/logout` | yes | | |
/// | `register` | `POST /v1/register` | | `Registration` | `Session` |
/// | `code` | `POST /v1/code` | | `CodeRequest` | `CodeDispatch` |
/// | `captcha` | `POST /v1/captcha` | | | `CaptchaChallenge` |
/// | `reset` | `POST /v1/reset` | | `PasswordReset` | |
/// | `resume` | `POST /v1/resume` | yes | | `Session` |
/// | `password` | `PUT /v1/password` | yes | `PasswordChange` | |
/// | `user` | `GET /v1/user` | yes | | `User` |
/// | `notices` | `GET /v1/notices` | yes | | `Notices` |
/// | `sessions` | `GET /v1/sessions` | yes | | ``SessionListMessage`` |
/// | `session-end` | `DELETE /v1/sessions/ID` | yes | | |
/// | `sessions-end` | `DELETE /v1/sessions` | yes | | |
///
/// No body is ``EmptyMessage``, and may be no bytes at all. A pipe has no headers and no paths: there the body also
/// holds what ``SessionReference`` says, and the declaration is the first line instead of a call.
public enum Call: String, Hashable, Sendable, CaseIterable {
    /// What the service offers.
    case service
    /// Logging in.
    case logIn = "login"
    /// Ending the session.
    case logOut = "logout"
    /// Making an account.
    case register
    /// Having a code sent.
    case code
    /// Having a picture drawn.
    case captcha
    /// Setting a forgotten password.
    case reset
    /// Going on with an earlier session.
    case resume
    /// Setting another password.
    case password
    /// Whose session it is.
    case user
    /// Counting what waits.
    case notices
    /// Listing the sessions.
    case sessions
    /// Ending one of them.
    case endSession = "session-end"
    /// Ending all of them.
    case endAllSessions = "sessions-end"

    /// The methods of HTTP that calls use (RFC 9110).
    public enum Method: String, Hashable, Sendable, CaseIterable {
        /// As HTTP spells them.
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// How the call is made over HTTP.
    public var method: Method {
        switch self {
        case .service, .user, .notices, .sessions: .get
        case .logIn, .logOut, .register, .code, .captcha, .reset, .resume: .post
        case .password: .put
        case .endSession, .endAllSessions: .delete
        }
    }

    /// The path over HTTP, without the id of ``endSession``, which is one more part behind it.
    public var path: String {
        switch self {
        case .endSession, .endAllSessions: "/v1/sessions"
        default: "/v1/\(rawValue)"
        }
    }

    /// Whether a token shows the session that the call is about.
    public var needsToken: Bool {
        switch self {
        case .service, .logIn, .register, .code, .captcha, .reset: false
        case .logOut, .resume, .password, .user, .notices, .sessions, .endSession, .endAllSessions: true
        }
    }

    /// Finds the call that a request makes.
    ///
    /// - Parameters:
    ///   - method: the request's method.
    ///   - path: the request's path, still percent-encoded and without the query.
    /// - Returns: the call, and the id of the session that is to end; nil where there is no such path.
    /// - Throws: ``MethodFault`` where the path takes other methods.
    public static func matching(method: String, path: String) throws(MethodFault) -> (call: Call, session: String?)? {
        let root = Call.endSession.path + "/"
        let session = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : nil
        let candidates = allCases.filter { call in
            session == nil ? call != .endSession && call.path == path : call == .endSession
        }
        // An id is one part of a path, in the characters that need no encoding.
        if let session, session.isEmpty || !session.utf8.allSatisfy(\.isUnreserved) { return nil }
        guard !candidates.isEmpty else { return nil }
        guard let call = candidates.first(where: { $0.method.rawValue == method }) else {
            throw MethodFault(allowed: candidates.map(\.method))
        }
        return (call, session)
    }

    /// Another method than a path takes: status 405 with `Allow`.
    public struct MethodFault: Error, Equatable, Sendable {
        /// What the path takes.
        public let allowed: [Method]
    }
}

extension UInt8 {
    /// Whether a URI may hold the character as it is anywhere (RFC 3986, section 2.3).
    public var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
