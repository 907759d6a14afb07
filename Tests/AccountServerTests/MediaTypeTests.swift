import OwnThreads
import Testing

@testable import AccountServer

/// What a body is said to be (RFC 9110, section 8.3).
@Suite(.ownThreads())
struct MediaTypeTests {
    @Test(arguments: [
        ("application/json", true), ("APPLICATION/JSON ; charset=UTF-8", true),
        ("application/json;charset=\"utf8\"", true),
        ("application/json; charset=gbk", false), ("application/jsonx", false), ("", false), (";", false),
        ("application/json; boundary=x; charset=latin1", false),
    ])
    func `JSON in UTF-8 is known`(_ text: String, _ isKnown: Bool) {
        #expect(MediaType(text).isUTF8("application/json") == isKnown)
    }
}
