import Accounts

/// Why a call did not succeed, as it travels: problem details (RFC 9457), `application/problem+json`.
///
///     {"type":"/problems/locked","title":"Too many failed attempts","status":429,"retryAfter":60}
///
/// Beside the standard's members there may be `retryAfter` (seconds, as in the header of that name), `challenge`
/// (`code`, `captcha` or `captcha-or-code`), `fault` with `policy` (why a registration or password is refused), and
/// `pointer` (where a message is malformed).
public struct ProblemDetails: Error, Equatable, Sendable {
    /// The media type.
    public static let mediaType = "application/problem+json"

    /// The kind; nil where the status says all there is (`about:blank`), and for kinds that nobody here knows.
    public let kind: ProblemKind?
    /// The status of HTTP (RFC 9110, section 15).
    public let status: Int
    /// What kind of problem it is, in English, for developers; people read the front end's own words.
    public let title: String
    /// What is particular to this one; shown to people only where it is the service's own refusal.
    public var detail: String?
    /// After how many seconds another attempt makes sense.
    public var retryAfter: Int?
    /// What the service asks for.
    public var challenge: Challenge?
    /// Why a registration or a new password is refused.
    public var fault: WireFault?
    /// Where a message is malformed, as a JSON pointer (RFC 6901).
    public var pointer: String?

    /// Makes a problem of `kind`.
    public init(_ kind: ProblemKind) {
        self.kind = kind
        status = kind.status
        title = kind.title
    }

    /// Makes a problem that its status says all about, such as 404 for a path that is none.
    public init(status: Int, title: String) {
        kind = nil
        self.status = status
        self.title = title
    }

    /// What HTTP says beside the body: when to come back, and that a token is wanted (RFC 9110, RFC 6750).
    public var headerFields: [(name: String, value: String)] {
        var fields = [(name: "Content-Type", value: Self.mediaType)]
        if let retryAfter { fields.append(("Retry-After", String(retryAfter))) }
        if status == 401 { fields.append(("WWW-Authenticate", "Bearer error=\"invalid_token\"")) }
        return fields
    }
}

// MARK: - On the wire

extension ProblemDetails {
    /// Reads the body of an answer with `status`, which need not be problem details.
    ///
    /// Members of other types than they should have are passed over, as the standard says.
    public init(status: Int, json: JSONValue?) {
        func member<Value>(_ key: String, _ read: (JSONValue) throws(MessageFault) -> Value) -> Value? {
            guard let value = try? json?.optionalMember(key) else { return nil }
            return try? read(value)
        }
        func text(_ key: String) -> String? {
            member(key) { value throws(MessageFault) in try value.string(atMost: ByteLimit.text) }
        }
        kind = text("type").flatMap(ProblemKind.init(uri:))
        self.status = status
        title = text("title") ?? ""
        detail = text("detail").map(ServiceError.shortened)
        retryAfter = member("retryAfter") { value throws(MessageFault) in Int(try value.integer(in: 0...86_400)) }
        challenge = text("challenge").flatMap(Challenge.init(wireName:))
        let policy = member("policy") { value throws(MessageFault) in try PasswordPolicy(value) }
        fault = text("fault").flatMap { WireFault(name: $0, policy: policy) }
        pointer = text("pointer")
    }

    /// The problem as it is sent.
    public var json: JSONValue {
        .object([
            "type": .string(kind?.uri ?? "about:blank"), "title": .string(title), "status": .integer(Int64(status)),
            "detail": detail.map(JSONValue.string), "retryAfter": retryAfter.map { .integer(Int64($0)) },
            "challenge": challenge.map { .string($0.wireName) }, "fault": fault.map { .string($0.name) },
            "policy": fault?.policy?.json, "pointer": pointer.map(JSONValue.string),
        ])
    }
}

extension Challenge {
    /// What the challenge is called in problem details.
    fileprivate var wireName: String {
        switch self {
        case .code: "code"
        case .captcha(acceptsCode: false): "captcha"
        case .captcha(acceptsCode: true): "captcha-or-code"
        }
    }

    /// Reads what ``wireName`` writes.
    fileprivate init?(wireName: String) {
        let all: [Challenge] = [.code, .captcha(acceptsCode: false), .captcha(acceptsCode: true)]
        guard let challenge = all.first(where: { $0.wireName == wireName }) else { return nil }
        self = challenge
    }
}
