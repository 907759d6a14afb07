import AccountEngine
import AccountWire
import Accounts
import Cryptography

/// The contract of document 001 (6.3): documents in XML, and a cookie instead of a token.
struct XMLContract: Sendable {
    private let engine: AccountEngine
    private let isEncrypted: Bool

    /// The cookie's name.
    static let cookieName = "oscid"
    /// How long a browser keeps the cookie of a login that is to be remembered, in seconds (A7).
    private static let cookieAge = 30 * 86_400

    /// Speaks for `engine`, over TLS or not.
    init(engine: AccountEngine, isEncrypted: Bool) {
        self.engine = engine
        self.isEncrypted = isEncrypted
    }

    /// Decides what to do with a request; nil where the path is none of the contract's.
    func route(_ head: RequestHead) -> Route? {
        switch (head.path, head.method) {
        case (Contract.xmlLoginPath, "POST"):
            Route(name: "xml-login", action: head.formRefusal.map { .respond($0) } ?? .run(logIn(_:)))
        case (Contract.xmlLoginPath, _):
            Route(name: "xml-login", action: .respond(.otherMethod(than: ["POST"], head.method)))
        case (Contract.xmlNoticePath, "GET"), (Contract.xmlNoticePath, "HEAD"):
            Route(name: "xml-notice", action: .run(notices(_:)))
        case (Contract.xmlNoticePath, _):
            Route(name: "xml-notice", action: .respond(.otherMethod(than: ["GET"], head.method)))
        default: nil
        }
    }

    private func logIn(_ request: Request) async -> Response {
        do throws(ProblemDetails) {
            let form = try FormFields(of: request)
            let keepsLogin = form["keep_login"] == Secret("1".utf8)
            let credentials = try form.credentials(account: "username", password: "pwd", isRemembered: keepsLogin)
            do throws(ServiceError) {
                let session = try await engine.logIn(credentials, from: request.peer, asksChallenge: false)
                guard let token = session.token else { throw .trouble(.serviceFailed) }
                let notices = try await engine.notices(with: token, from: request.peer)
                var response = Response(
                    Self.document(.granted) { document in
                        document.add(session.user)
                        document.add(notices)
                    })
                response.fields.append(("Set-Cookie", cookie(token, isKept: keepsLogin)))
                return response
            } catch { return Self.refusal(error) }
        } catch { return Response(error) }
    }

    private func notices(_ request: Request) async -> Response {
        do throws(ProblemDetails) {
            let user = try FormFields(of: request).text("uid", limit: 64)
            do throws(ServiceError) {
                let token = try Self.token(in: request.head)
                let notices = try await engine.notices(of: user, with: token, from: request.peer)
                return Response(Self.document(.granted) { $0.add(notices) })
            } catch { return Self.refusal(error) }
        } catch { return Response(error) }
    }
}

// MARK: - Documents

extension XMLContract {
    /// What the service has to say of the call.
    private enum Result {
        case granted
        case refused(String)
        case failed(String)
    }

    private static func document(_ result: Result, _ content: (inout XMLDocument) -> Void = { _ in }) -> XMLDocument {
        let (code, message) =
            switch result {
            case .granted: ("1", "登录成功")
            case .refused(let words): ("0", words)
            case .failed(let words): ("-1", words)
            }
        var document = XMLDocument()
        document.element("oschina") { document in
            document.element("result") { document in
                document.element("errorCode", code)
                document.element("errorMessage", message)
            }
            content(&document)
        }
        return document
    }

    /// What the contract can say, it says with status 200, as its clients expect; trouble has its own status as well.
    private static func refusal(_ error: ServiceError) -> Response {
        let result: Result =
            switch error {
            case .accountUnknown: .refused("账号不存在")
            case .credentialsWrong: .refused("账号或密码错误")
            case .locked(let seconds): .refused("登录失败次数过多，请\((seconds + 59) / 60)分钟后再试")
            case .sessionEnded: .refused("请先登录")
            case .busy: .failed("系统繁忙，请稍后再试")
            default: .failed("系统暂时无法登录，请稍后再试")
            }
        var response = Response(document(result))
        if case .failed = result {
            let problem = ProblemDetails(error)
            response.status = problem.status
            response.fields += problem.headerFields.filter { $0.name == "Retry-After" }
        }
        return response
    }
}

extension XMLDocument {
    /// Adds what the contract tells of a user; what accounts here do not have is empty or 0.
    fileprivate mutating func add(_ user: User) {
        element("user") { document in
            document.element("uid", user.id ?? "")
            document.element("location", "")
            document.element("name", user.account)
            document.element("followers", "0")
            document.element("fans", "0")
            document.element("score", "0")
            document.element("portrait", "")
        }
    }

    /// Adds the counters.
    fileprivate mutating func add(_ notices: Notices) {
        element("notice") { document in
            document.element("atmeCount", String(notices.mentions))
            document.element("msgCount", String(notices.messages))
            document.element("reviewCount", String(notices.comments))
            document.element("newFansCount", String(notices.followers))
        }
    }
}

extension Response {
    /// Makes an answer of 200 that is a document.
    fileprivate init(_ document: XMLDocument) {
        self.init(document.text, type: XMLDocument.mediaType)
    }
}

// MARK: - Cookies

extension XMLContract {
    /// The cookie that shows the session (RFC 6265): no script and no other site gets at it.
    private func cookie(_ token: Secret, isKept: Bool) -> String {
        let value = token.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        return "\(Self.cookieName)=\(value); Path=/action/api; HttpOnly; SameSite=Strict"
            + (isKept ? "; Max-Age=\(Self.cookieAge)" : "") + (isEncrypted ? "; Secure" : "")
    }

    /// The token in `Cookie`.
    private static func token(in head: RequestHead) throws(ServiceError) -> Secret {
        let values = head.cookie?.withUnsafeBytes { field in
            field.split(separator: UInt8(ascii: ";")).compactMap { pair -> Secret? in
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                guard pair.starts(with: "\(cookieName)=".utf8) else { return nil }
                return Secret(UnsafeRawBufferPointer(rebasing: pair.dropFirst(cookieName.utf8.count + 1)))
            }
        }
        guard let values, values.count == 1, !values[0].isEmpty else { throw .sessionEnded }
        return values[0]
    }
}
