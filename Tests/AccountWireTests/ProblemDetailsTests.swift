import Accounts
import Testing

@testable import AccountWire

@Suite("Problem details (RFC 9457)")
struct ProblemDetailsTests {
    static let challenges: [Challenge] = [.code, .captcha(acceptsCode: true), .captcha(acceptsCode: false)]

    static let passwordFaults: [NewPassword.Fault] = [
        .missing, .weak, .different, .length(.standard), .length(.notEmpty),
    ]

    static let travelling: [ServiceError.Trouble] = [
        .hostUnknown, .hostUnreachable, .connectionRefused, .connectionLost, .timedOut, .encryptionFailed,
        .authoritiesMissing, .replyMalformed, .programMissing, .programEnded, .serviceFailed,
    ]

    static let errors: [ServiceError] =
        [
            .accountUnknown, .credentialsWrong(next: nil), .locked(seconds: 0), .locked(seconds: 900),
            .codeTooSoon(seconds: 59), .codesExhausted, .sendingFailed, .codeWrong, .accountTaken, .sessionEnded,
            .cancelled, .busy, .unsupported, .refused(text: "用户名或口令错误"),
            .registrationRefused(.accountMissing), .registrationRefused(.code(.missing)),
            .registrationRefused(.code(.malformed(digitCount: 6))),
        ]
        + challenges.flatMap { [.credentialsWrong(next: $0), .challengeRequired($0), .challengeFailed(next: $0)] }
        + [.nameLength, .nameStart, .nameCharacters].map { .registrationRefused(.account($0)) }
        + passwordFaults.flatMap { [.passwordRefused($0), .registrationRefused(.password($0))] }
        + travelling.map(ServiceError.trouble)

    /// What a client makes of an answer with that text.
    private func error(_ status: Int, _ text: String) throws -> ServiceError {
        try ProblemDetails(status: status, json: JSONValue(text: text)).serviceError
    }

    @Test("Every error comes back as it was sent", arguments: errors)
    func roundTrip(_ error: ServiceError) throws {
        let problem = ProblemDetails(error)
        let text = problem.json.seenText
        #expect(try ProblemDetails(status: problem.status, json: JSONValue(text: text)) == problem)
        #expect(try self.error(problem.status, text) == error)
    }

    @Test(
        "A service's own trouble leaves as 500 and nothing more",
        arguments: [
            ServiceError.Trouble.storeReadOnly, .storeFull, .storeLocked, .storeDamaged, .storeTooNew,
            .storeUnavailable, .estimatorMissing, .storeFailed,
        ])
    func trouble(_ trouble: ServiceError.Trouble) throws {
        let text = ProblemDetails(.trouble(trouble)).json.seenText
        #expect(text == #"{"type":"/problems/service-failed","title":"The service failed","status":500}"#)
        #expect(try error(500, text) == .trouble(.serviceFailed))
    }

    @Test(
        "RFC 9110: the status that fits each kind",
        arguments: [
            (ServiceError.sessionEnded, 401), (.credentialsWrong(next: .code), 403), (.challengeRequired(.code), 403),
            (.challengeFailed(next: .code), 403), (.codeWrong, 403), (.refused(text: ""), 403), (.accountUnknown, 404),
            (.accountTaken, 409), (.registrationRefused(.accountMissing), 422), (.passwordRefused(.weak), 422),
            (.locked(seconds: 1), 429), (.codeTooSoon(seconds: 1), 429), (.codesExhausted, 429), (.unsupported, 501),
            (.sendingFailed, 502), (.trouble(.replyMalformed), 502), (.busy, 503), (.trouble(.timedOut), 504),
        ])
    func status(_ error: ServiceError, _ status: Int) {
        #expect(ProblemDetails(error).status == status)
    }

    @Test("RFC 9110, RFC 6750: the header says when to come back, and that a token is wanted")
    func headers() {
        func fields(_ error: ServiceError) -> [String] {
            ProblemDetails(error).headerFields.map { "\($0.name): \($0.value)" }
        }
        let type = "Content-Type: application/problem+json"
        #expect(fields(.locked(seconds: 240)) == [type, "Retry-After: 240"])
        #expect(fields(.busy) == [type, "Retry-After: 1"])
        #expect(fields(.sessionEnded) == [type, "WWW-Authenticate: Bearer error=\"invalid_token\""])
        #expect(fields(.accountUnknown) == [type])
    }

    @Test("Every kind has another type, and no relative one of others counts")
    func types() {
        #expect(Set(ProblemKind.allCases.map(\.uri)).count == ProblemKind.allCases.count)
        #expect(ProblemKind(uri: "/problems/locked") == .locked)
        for uri in [
            "locked", "about:blank", "", "/problems/", "/problems/Locked", "https://example.com/problems/locked",
        ] {
            #expect(ProblemKind(uri: uri) == nil)
        }
    }

    @Test(
        "Section 3.1: members of a wrong type are passed over, and an unknown kind counts by its status",
        arguments: [
            (401, "{}", ServiceError.sessionEnded), (403, "{}", .credentialsWrong(next: nil)),
            (403, #"{"challenge":"captcha"}"#, .credentialsWrong(next: .captcha(acceptsCode: false))),
            (403, #"{"type":7,"title":7,"detail":[],"challenge":"riddle"}"#, .credentialsWrong(next: nil)),
            (403, #"{"type":"https://example.com/denied"}"#, .credentialsWrong(next: nil)),
            (404, "{}", .accountUnknown), (405, "{}", .unsupported), (409, "{}", .accountTaken),
            (429, #"{"retryAfter":7}"#, .locked(seconds: 7)), (429, #"{"retryAfter":"7"}"#, .locked(seconds: 60)),
            (429, #"{"retryAfter":-7}"#, .locked(seconds: 60)), (501, "[]", .unsupported), (503, "{}", .busy),
            (500, "{}", .trouble(.serviceFailed)), (504, "{}", .trouble(.timedOut)),
            (400, "{}", .trouble(.replyMalformed)), (302, "{}", .trouble(.replyMalformed)),
            (999, "{}", .trouble(.replyMalformed)),
            (422, #"{"type":"/problems/registration-refused"}"#, .trouble(.replyMalformed)),
            (422, #"{"type":"/problems/password-refused","fault":"name-length"}"#, .trouble(.replyMalformed)),
            (422, #"{"type":"/problems/password-refused","fault":"password-length"}"#, .trouble(.replyMalformed)),
            (403, #"{"type":"/problems/challenge-required"}"#, .trouble(.replyMalformed)),
            (403, #"{"type":"/problems/refused"}"#, .trouble(.replyMalformed)),
        ])
    func leniency(_ status: Int, _ text: String, _ error: ServiceError) throws {
        #expect(try self.error(status, text) == error)
    }

    @Test("An answer without a body counts by its status")
    func noBody() {
        #expect(ProblemDetails(status: 503, json: nil).serviceError == .busy)
    }

    @Test("A service's own words are cut where no screen would have room for more (T6)")
    func longWords() throws {
        let text = #"{"type":"/problems/refused","detail":"\#(String(repeating: "很", count: 1000))"}"#
        #expect(try error(403, text) == .refused(text: String(repeating: "很", count: 199) + "…"))
        let whole = String(repeating: "很", count: 200)
        #expect(try error(403, #"{"type":"/problems/refused","detail":"\#(whole)"}"#) == .refused(text: whole))
    }

    @Test("A malformed message is answered with where it is wrong, and with nothing that was sent")
    func malformed() {
        #expect(
            ProblemDetails(MessageFault(.notA(.string), at: "/password")).json.seenText
                == #"{"type":"/problems/malformed-message","title":"The message does not keep the contract","#
                + #""status":400,"detail":"not of the type string","pointer":"/password"}"#)
        #expect(ProblemDetails(MessageFault(.tooLarge)).status == 413)
        let refused = MessageFault(.refused(.registrationRefused(.account(.nameStart))))
        #expect(ProblemDetails(refused) == ProblemDetails(.registrationRefused(.account(.nameStart))))
        #expect(ProblemDetails(MessageFault(.missing, at: "/account")).serviceError == .trouble(.serviceFailed))
    }
}
