import Accounts
import Cryptography

@testable import AccountClients

/// Reads arbitrary bytes as the replies of contracts 6.2 and 6.3, and as a token made of cookies.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzServiceReply(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let body = Secret(UnsafeRawBufferPointer(start: start, count: count))
    let reply = HTTPReply(status: 200, body: body)
    _ = try? FlagReply(reply)
    if let answer = try? XMLReply(reply) { check(answer) }
    if let token = CookieToken(body), let text = try? token.text {
        precondition(CookieToken(text) == token, "a token that reads as another one")
    }
    return 0
}

private func check(_ answer: XMLReply) {
    if case .refused(let text) = try? answer.refusal { precondition(text.count <= 200, "too much to show") }
    if let user = try? answer.user(typed: "typed") {
        precondition(user.id?.isEmpty == false && !user.account.isEmpty, "nobody is logged in")
    }
    if let notices = try? answer.notices {
        precondition(min(notices.mentions, notices.messages, notices.comments, notices.followers) >= 0, "below nothing")
    }
}
