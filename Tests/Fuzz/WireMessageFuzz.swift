import Accounts
import Cryptography

@testable import AccountWire

/// Reads arbitrary bytes as every message of contract 6.1; what can be read must be sent and read as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWireMessage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let json = try? JSONValue(parsing: UnsafeRawBufferPointer(start: start, count: count)) else { return 0 }
    let messages: [any WireMessage.Type] = [
        Credentials.self, Session.self, User.self, Registration.self, PasswordReset.self, PasswordChange.self,
        CodeRequest.self, CodeDispatch.self, CaptchaChallenge.self, Notices.self, SessionListMessage.self,
        SessionReference.self, ServiceDeclaration.self,
    ]
    for message in messages { check(message, json) }
    let problem = ProblemDetails(status: 403, json: json)
    precondition(ProblemDetails(status: 403, json: problem.json) == problem, "a problem that reads as another one")
    return 0
}

private func check<Message: WireMessage>(_ type: Message.Type, _ json: JSONValue) {
    guard let message = try? Message(json) else { return }
    let text = message.json.text
    let again = text.withUnsafeBytes { try? Message(parsing: $0) }
    precondition(again?.json.text == text, "a message that reads as another one")
}
