import Foundation
import JSONText
import Testing

@Suite struct JSONTextTests {
    @Test(
        "RFC 8259, T6: a string keeps its text, and holds no byte that a terminal obeys",
        arguments: [
            ("登录 é", #""登录 é""#), (#"a"\b/"#, #""a\"\\b/""#), ("\t\n\r", #""\t\n\r""#),
            ("\u{1B}[2J\u{0}\u{7F}\u{9B}", #""\u001b[2J\u0000\u007f\u009b""#),
            ("\u{202E}x\u{2069}\u{61C}", #""\u202ex\u2069\u061c""#), ("", #""""#),
        ])
    func string(text: String, json: String) throws {
        #expect(JSONText.string(text) == json)
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        #expect(value as? String == text)
    }

    @Test("D1, R1: an object keeps the order of its members, and has none without a value")
    func object() {
        #expect(JSONText.object([]) == "{}")
        let members = [("b\n", "1"), ("a", nil), ("c", JSONText.object([("d", JSONText.string("e"))]))]
        #expect(JSONText.object(members) == #"{"b\n":1,"c":{"d":"e"}}"#)
    }
}
