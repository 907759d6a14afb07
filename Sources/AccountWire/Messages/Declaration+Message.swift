import Accounts

/// What a service tells about itself: the answer to `GET /v1/service`, and the first line of a pipe (section 5).
///
///     {"vestibule":1,"calls":["login","logout","register","code"],
///      "policy":{"password":{"minimum":8,"maximum":20},"codes":["Telephone"],"concealed":false},
///      "info":{"register":"…","reset":"…","help":"…"}}
///
/// Calls that a reader does not know are ignored, so that a service may offer more later.
extension ServiceDeclaration: WireMessage {
    /// The version of the contract.
    private static let version: Int64 = 1

    /// Which calls each offer needs; those that every service has are in none.
    private static let offers: KeyValuePairs<Calls, [Call]> = [
        .register: [.register], .reset: [.reset], .changePassword: [.password], .notices: [.notices],
        .sessions: [.sessions, .endSession, .endAllSessions],
    ]

    /// Reads a declaration; a policy and texts that are not there are the usual rule and none.
    public init(_ json: JSONValue) throws(MessageFault) {
        _ = try json.member("vestibule").integer(in: Self.version...Self.version)
        let names = try Call.offered(in: json)
        let offered = Self.offers.filter { names.isSuperset(of: $0.value) }
        self.init(calls: Calls(offered.map(\.key)), passwordPolicy: .standard)
        if let policy = try json.optionalMember("policy") {
            passwordPolicy = try policy.optionalMember("password").map(PasswordPolicy.init) ?? .standard
            for kind in try policy.optionalMember("codes")?.elements(atMost: 16) ?? [] {
                codeKinds.insert(.init(try kind.choice(of: AccountName.Kind.self)))
            }
            concealsAccounts = try policy.flag("concealed")
        }
        guard let texts = try json.optionalMember("info") else { return }
        for key in Information.allCases {
            information[key] = try texts.optionalMember(key.rawValue)?.string(atMost: ByteLimit.text)
        }
    }

    /// The declaration with every call of the contract that it stands for; any service may ask for a picture (L10).
    public var json: JSONValue {
        let always: [Call] = [.logIn, .logOut, .resume, .user]
        let offered = Self.offers.filter { calls.contains($0.key) }.flatMap(\.value)
        let codes: [Call] = codeKinds.isEmpty && calls.isDisjoint(with: [.register, .reset]) ? [] : [.code]
        let kinds = AccountName.Kind.allCases.filter { codeKinds.contains(.init($0)) }
        return .object([
            "vestibule": .integer(Self.version),
            "calls": .array((always + offered + codes + [.captcha]).map { .string($0.rawValue) }),
            "policy": .object([
                "password": passwordPolicy.json,
                "codes": .array(kinds.map { .string($0.rawValue) }),
                "concealed": .boolean(concealsAccounts),
            ]),
            "info": .object([
                "register": information[.register].map(JSONValue.string),
                "reset": information[.reset].map(JSONValue.string),
                "help": information[.help].map(JSONValue.string),
            ]),
        ])
    }
}

extension Call {
    /// The calls that a declaration names, as far as they are known here.
    public static func offered(in declaration: JSONValue) throws(MessageFault) -> Set<Call> {
        var calls: Set<Call> = []
        for name in try declaration.member("calls").elements(atMost: 64) {
            if let call = Call(rawValue: try name.string(atMost: 64)) { calls.insert(call) }
        }
        return calls
    }
}

extension PasswordPolicy: WireMessage {
    /// Reads a rule: `{"minimum":8,"maximum":20}`; without a maximum there is none.
    public init(_ json: JSONValue) throws(MessageFault) {
        let most = Int64(ByteLimit.field)
        let minimum = try json.member("minimum").integer(in: 1...most)
        let maximum = try json.optionalMember("maximum")?.integer(in: minimum...most)
        self.init(minimum: Int(minimum), maximum: maximum.map { Int($0) })
    }

    /// The rule.
    public var json: JSONValue {
        .object(["minimum": .integer(Int64(minimum)), "maximum": maximum.map { .integer(Int64($0)) }])
    }
}
