import Cryptography
import OwnThreads
import Testing

@testable import AccountClients

@Suite("Percent-encoding", .ownThreads())
struct PercentEncodingTests {
    @Test(
        "All but unreserved characters are encoded (RFC 3986, section 2.3)",
        arguments: [
            ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b", "a%20b"), ("1+1=2&x", "1%2B1%3D2%26x"), ("%00", "%2500"),
            ("密", "%E5%AF%86"), ("\u{0}\n", "%00%0A"), ("'; DROP TABLE--", "%27%3B%20DROP%20TABLE--"),
        ])
    func encoding(text: String, encoded: String) {
        #expect(PercentEncoding.encoded(text) == encoded)
    }

    @Test("A form has its pairs in order")
    func form() {
        let form = PercentEncoding.form(["a": Secret("1&2".utf8), "b": Secret(), "c": Secret("é".utf8)])
        #expect(form.text == "a=1%262&b=&c=%C3%A9")
    }
}
