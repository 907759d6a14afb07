import Accounts
import Cryptography

/// A login: `{"account":"ada","password":"…","remember":false,"code":"1234"}`.
///
/// Instead of `code` there may be `captcha`, as in ``CaptchaAnswer``. Any password is taken that is not empty: what is
/// stored decides, whatever the rule was when it was set (A1).
extension Credentials: WireMessage {
    /// Reads a login.
    public init(_ json: JSONValue) throws(MessageFault) {
        let name = try json.accountName("account")
        let password = try json.password("password")
        let isRemembered = try json.flag("remember")
        var answer: ChallengeAnswer?
        if let code = try json.optionalMember("code") {
            answer = .code(try code.code(for: .logIn))
        } else if let captcha = try json.optionalMember("captcha") {
            answer = .captcha(try CaptchaAnswer(captcha))
        }
        do throws(Credentials.Fault) {
            try self.init(
                account: name.text, password: password, isRemembered: isRemembered, answer: answer, policy: .notEmpty)
        } catch { throw MessageFault(.invalid, at: "/password") }
    }

    /// The login.
    public var json: JSONValue {
        var (code, captcha): (JSONValue?, JSONValue?) = (nil, nil)
        switch answer {
        case .code(let answer): code = .secret(answer.digits)
        case .captcha(let answer): captcha = answer.json
        case nil: break
        }
        return .object([
            "account": .string(name.text), "password": .secret(password), "remember": .boolean(isRemembered),
            "code": code, "captcha": captcha,
        ])
    }
}

/// What was read in a picture: `{"id":"…","text":"…"}`, the id in ASCII without spaces.
extension CaptchaAnswer: WireMessage {
    /// Reads an answer.
    public init(_ json: JSONValue) throws(MessageFault) {
        let id = try json.member("id")
        let text = try id.string(atMost: CaptchaChallenge.maximumIDBytes)
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw MessageFault(.invalid, at: id.pointer)
        }
        self.init(id: text, text: try json.password("text"))
    }

    /// The answer.
    public var json: JSONValue { .object(["id": .string(id), "text": .secret(text)]) }
}

/// A login that succeeded: `{"token":"…","user":{…}}`, the user as in ``User``; no token where there are none.
extension Session: WireMessage {
    /// Reads a session.
    public init(_ json: JSONValue) throws(MessageFault) {
        self.init(
            token: try json.optionalMember("token")?.secret(atMost: ByteLimit.token),
            user: try User(json.member("user")))
    }

    /// The session.
    public var json: JSONValue { .object(["token": token.map(JSONValue.secret), "user": user.json]) }
}

/// A person: `{"account":"ada","id":"7","lastVisit":{"time":1700000000,"peer":"192.0.2.1"}}`.
///
/// Times are whole seconds since 1970, which need no library to be read. The id and the visit may be missing; only
/// `"firstVisit":true` says that there was no visit, unless one is told.
extension User: WireMessage {
    /// Reads a user.
    public init(_ json: JSONValue) throws(MessageFault) {
        let isFirstVisit = try json.flag("firstVisit")
        let lastVisit = try json.optionalMember("lastVisit").map { visit throws(MessageFault) in
            Visit(
                time: Timestamp(seconds: try visit.number("time")),
                peer: try visit.member("peer").string(atMost: ByteLimit.name))
        }
        self.init(
            account: try json.member("account").string(atMost: ByteLimit.field),
            id: try json.optionalMember("id")?.string(atMost: ByteLimit.name),
            earlierVisit: lastVisit.map { .last($0) } ?? (isFirstVisit ? .never : .unknown))
    }

    /// The user.
    public var json: JSONValue {
        .object([
            "account": .string(account), "id": id.map(JSONValue.string),
            "lastVisit": lastVisit, "firstVisit": earlierVisit == .never ? .boolean(true) : nil,
        ])
    }

    private var lastVisit: JSONValue? {
        guard case .last(let visit) = earlierVisit else { return nil }
        return .object(["time": .integer(visit.time.seconds), "peer": .string(visit.peer)])
    }
}
