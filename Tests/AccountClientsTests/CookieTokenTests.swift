import Accounts
import Cryptography
import OwnThreads
import Testing

@testable import AccountClients

@Suite("Cookies as a token (6.3, section 3)", .ownThreads())
struct CookieTokenTests {
    @Test("What is written can be read")
    func roundTrip() throws {
        let token = CookieToken(
            user: User(account: "新风作浪 \"", id: "7"), cookies: [Secret("#HttpOnly_h\tFALSE\t/\tFALSE\t0\ta\tb".utf8)])
        let text = try token.text
        #expect(text.text.contains(#""id":"7""#))
        #expect(CookieToken(text) == token)
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", "t0k3n", "{}", #"{"account":"a","id":"1"}"#, #"{"account":"a","cookies":[]}"#,
            #"{"account":"a","id":1,"cookies":[]}"#, #"{"account":"a","id":"1","cookies":[7]}"#,
        ])
    func foreign(text: String) {
        #expect(CookieToken(Secret(text.utf8)) == nil)
    }
}
