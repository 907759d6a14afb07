import Accounts
import Testing

@testable import AccountWire

/// A message that is broken in one way, and what is said of it.
struct Broken: CustomTestStringConvertible, Sendable {
    let message: any WireMessage.Type
    let text: String
    let fault: MessageFault

    init(_ message: any WireMessage.Type, _ text: String, _ reason: MessageFault.Reason, _ pointer: String) {
        (self.message, self.text, fault) = (message, text, MessageFault(reason, at: pointer))
    }

    var testDescription: String { "\(message) \(text.prefix(80))" }
}

@Suite("Malformed messages of contract 6.1")
struct MalformedMessageTests {
    static let long = String(repeating: "x", count: 9000)

    static let logins: [Broken] = [
        Broken(Credentials.self, "[]", .notA(.object), ""),
        Broken(Credentials.self, "{}", .missing, "/account"),
        Broken(Credentials.self, #"{"account":null,"password":"p"}"#, .missing, "/account"),
        Broken(Credentials.self, #"{"account":13542138562,"password":"p"}"#, .notA(.string), "/account"),
        Broken(Credentials.self, #"{"account":"  ","password":"p"}"#, .invalid, "/account"),
        Broken(Credentials.self, #"{"account":"\#(long)","password":"p"}"#, .tooLong, "/account"),
        Broken(Credentials.self, #"{"account":"ada"}"#, .missing, "/password"),
        Broken(Credentials.self, #"{"account":"ada","password":12345678}"#, .notA(.string), "/password"),
        Broken(Credentials.self, #"{"account":"ada","password":""}"#, .invalid, "/password"),
        Broken(Credentials.self, #"{"account":"ada","password":"\#(long)"}"#, .tooLong, "/password"),
        Broken(Credentials.self, #"{"account":"ada","password":"p","remember":1}"#, .notA(.boolean), "/remember"),
        Broken(Credentials.self, #"{"account":"ada","password":"p","remember":"true"}"#, .notA(.boolean), "/remember"),
        Broken(Credentials.self, #"{"account":"ada","password":"p","code":1234}"#, .notA(.string), "/code"),
        Broken(Credentials.self, #"{"account":"ada","password":"p","code":"12345"}"#, .invalid, "/code"),
        Broken(Credentials.self, #"{"account":"ada","password":"p","captcha":"x"}"#, .notA(.object), "/captcha"),
        Broken(Credentials.self, #"{"account":"ada","password":"p","captcha":{"text":"x"}}"#, .missing, "/captcha/id"),
        Broken(
            Credentials.self, #"{"account":"ada","password":"p","captcha":{"id":"\#(long)","text":"x"}}"#, .tooLong,
            "/captcha/id"),
        Broken(
            Credentials.self, #"{"account":"ada","password":"p","captcha":{"id":"7","text":5}}"#, .notA(.string),
            "/captcha/text"),
    ]

    static let sessions: [Broken] = [
        Broken(Session.self, #"{"token":7,"user":{"account":"a"}}"#, .notA(.string), "/token"),
        Broken(Session.self, #"{"token":"\#(long)","user":{"account":"a"}}"#, .tooLong, "/token"),
        Broken(Session.self, #"{"token":"t"}"#, .missing, "/user"),
        Broken(Session.self, #"{"user":"ada"}"#, .notA(.object), "/user"),
        Broken(Session.self, #"{"user":{"id":"7"}}"#, .missing, "/user/account"),
        Broken(Session.self, #"{"user":{"account":"a","id":7}}"#, .notA(.string), "/user/id"),
        Broken(Session.self, #"{"user":{"account":"a","lastVisit":7}}"#, .notA(.object), "/user/lastVisit"),
        Broken(Session.self, #"{"user":{"account":"a","firstVisit":1}}"#, .notA(.boolean), "/user/firstVisit"),
        Broken(
            Session.self, #"{"user":{"account":"a","lastVisit":{"time":"7","peer":""}}}"#, .notA(.integer),
            "/user/lastVisit/time"),
        Broken(
            Session.self, #"{"user":{"account":"a","lastVisit":{"time":-7,"peer":""}}}"#, .outOfRange,
            "/user/lastVisit/time"),
        Broken(
            Session.self, #"{"user":{"account":"a","lastVisit":{"time":7}}}"#, .missing, "/user/lastVisit/peer"),
        Broken(SessionListMessage.self, "{}", .missing, "/sessions"),
        Broken(SessionListMessage.self, #"{"sessions":{}}"#, .notA(.array), "/sessions"),
        Broken(SessionListMessage.self, #"{"sessions":[1]}"#, .notA(.object), "/sessions/0"),
        Broken(
            SessionListMessage.self, #"{"sessions":[\#(String(repeating: "1,", count: 256))1]}"#, .tooLong, "/sessions"
        ),
        Broken(
            SessionListMessage.self, #"{"sessions":[{"id":"1","start":1,"lastUse":1.5,"peer":""}]}"#, .notA(.integer),
            "/sessions/0/lastUse"),
        Broken(SessionReference.self, #"{"token":{}}"#, .notA(.string), "/token"),
        Broken(SessionReference.self, #"{"session":7}"#, .notA(.string), "/session"),
        Broken(Notices.self, #"{"mentions":1,"messages":1,"comments":1}"#, .missing, "/followers"),
        Broken(Notices.self, #"{"mentions":"1"}"#, .notA(.integer), "/mentions"),
        Broken(Notices.self, #"{"mentions":-1}"#, .outOfRange, "/mentions"),
        Broken(Notices.self, #"{"mentions":9007199254740992}"#, .outOfRange, "/mentions"),
        Broken(EmptyMessage.self, "[]", .notA(.object), ""),
    ]

    static let others: [Broken] = [
        Broken(PasswordReset.self, #"{"account":"a","password":"p"}"#, .missing, "/code"),
        Broken(PasswordReset.self, #"{"account":"a","code":"1234","password":"p"}"#, .invalid, "/code"),
        Broken(PasswordReset.self, #"{"account":"a","code":"123456"}"#, .missing, "/password"),
        Broken(
            PasswordReset.self, #"{"account":"a","code":"123456","password":"p","endSessions":"no"}"#, .notA(.boolean),
            "/endSessions"),
        Broken(PasswordChange.self, #"{"password":"p"}"#, .missing, "/current"),
        Broken(PasswordChange.self, #"{"current":"p","password":[]}"#, .notA(.string), "/password"),
        Broken(Registration.self, #"{"account":"ada","password":"p","code":true}"#, .notA(.string), "/code"),
        Broken(CodeRequest.self, #"{"account":"a"}"#, .missing, "/purpose"),
        Broken(CodeRequest.self, #"{"account":"a","purpose":"login"}"#, .unknownValue, "/purpose"),
        Broken(CodeRequest.self, #"{"account":"a","purpose":"\#(long)"}"#, .tooLong, "/purpose"),
        Broken(CodeRequest.self, #"{"account":"a","purpose":"reset","captcha":[]}"#, .notA(.object), "/captcha"),
        Broken(CodeDispatch.self, "{}", .missing, "/resendDelay"),
        Broken(CodeDispatch.self, #"{"resendDelay":86401}"#, .outOfRange, "/resendDelay"),
        Broken(CodeDispatch.self, #"{"resendDelay":60,"directory":7}"#, .notA(.string), "/directory"),
        Broken(CaptchaChallenge.self, #"{"id":"7"}"#, .missing, "/picture"),
        Broken(CaptchaChallenge.self, #"{"id":"7","picture":"x"}"#, .invalid, "/picture"),
        Broken(CaptchaChallenge.self, ##"{"id":"","picture":"#"}"##, .invalid, "/id"),
        Broken(ServiceDeclaration.self, #"{"calls":[]}"#, .missing, "/vestibule"),
        Broken(ServiceDeclaration.self, #"{"vestibule":2,"calls":[]}"#, .outOfRange, "/vestibule"),
        Broken(ServiceDeclaration.self, #"{"vestibule":"1","calls":[]}"#, .notA(.integer), "/vestibule"),
        Broken(ServiceDeclaration.self, #"{"vestibule":1}"#, .missing, "/calls"),
        Broken(ServiceDeclaration.self, #"{"vestibule":1,"calls":["login",7]}"#, .notA(.string), "/calls/1"),
        Broken(
            ServiceDeclaration.self, #"{"vestibule":1,"calls":[],"policy":{"password":{"maximum":7}}}"#, .missing,
            "/policy/password/minimum"),
        Broken(
            ServiceDeclaration.self, #"{"vestibule":1,"calls":[],"policy":{"password":{"minimum":8,"maximum":7}}}"#,
            .outOfRange, "/policy/password/maximum"),
        Broken(
            ServiceDeclaration.self, #"{"vestibule":1,"calls":[],"policy":{"password":{"minimum":0}}}"#, .outOfRange,
            "/policy/password/minimum"),
        Broken(
            ServiceDeclaration.self, #"{"vestibule":1,"calls":[],"policy":{"codes":["Pigeon"]}}"#, .unknownValue,
            "/policy/codes/0"),
        Broken(
            ServiceDeclaration.self, #"{"vestibule":1,"calls":[],"info":{"help":7}}"#, .notA(.string), "/info/help"),
        Broken(
            ServiceDeclaration.self, #"{"vestibule":1,"calls":[],"info":{"help":"\#(long)"}}"#, .tooLong, "/info/help"),
    ]

    @Test("The first thing that is wrong is named, with its place (RFC 6901)", arguments: logins + sessions + others)
    func faults(_ broken: Broken) {
        #expect(throws: broken.fault) { try broken.message.init(text: broken.text) }
    }
}
