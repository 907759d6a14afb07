import Cryptography
import OwnThreads
import Testing

@testable import AccountClients

@Suite("XML that nobody need trust (6.3)", .ownThreads())
struct XMLElementTests {
    private func parsed(_ text: String) -> XMLElement? { XMLElement.root(of: Secret(text.utf8)) }

    @Test("Elements, text, references and character data")
    func reading() throws {
        let root = try #require(
            parsed(
                "<a><b> 1 &amp; &#x5BC6;<![CDATA[<2>]]>\n</b><b>second</b><c><b>deeper</b></c></a>"))
        #expect(root.name == "a")
        #expect(root.child("b")?.text == "1 & 密<2>")
        #expect(root.child("c")?.child("b")?.text == "deeper")
        #expect(root.child("d") == nil)
    }

    @Test("An element outlives the one that it was found in")
    func lifetime() throws {
        let child = try #require(parsed("<a><b>text</b></a>")?.child("b"))
        #expect(child.text == "text")
    }

    @Test(
        "DTDs and entities are refused, whatever they hold",
        arguments: [
            "<!DOCTYPE a><a/>", "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
            "<!DOCTYPE a PUBLIC \"x\" \"http://127.0.0.1:1/a.dtd\"><a/>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
            "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/hostname\">]><a>&b;</a>",
            "<?xml version=\"1.0\"?><!-- first --><!DOCTYPE a [<!ATTLIST a b CDATA \"c\">]><a/>", "<a>&undeclared;</a>",
        ])
    func doctype(text: String) {
        #expect(parsed(text) == nil)
    }

    @Test("A billion laughs are none")
    func billionLaughs() {
        let entities = (1...9).map { level in
            "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
        }
        #expect(parsed("<!DOCTYPE a [<!ENTITY l0 \"lol\">\(entities.joined())]><a>&l9;</a>") == nil)
    }

    @Test(
        "What is not well-formed is no document",
        arguments: [
            "", " ", "text", "<a>", "<a></b>", "<a/><b/>", "<a b=1/>", "<a>&#0;</a>", "<a>&#27;[2J</a>",
            "<a>\u{1B}[2J</a>",
            "<a>\u{0}</a>", "<a x=\"1\" x=\"2\"/>", "{\"a\":1}",
        ])
    func malformed(text: String) {
        #expect(parsed(text) == nil)
    }

    @Test("Elements that lie too deep in each other")
    func depth() {
        let deep = { (depth: Int) in
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(parsed(deep(200)) != nil)
        #expect(parsed(deep(1000)) == nil)
    }

    @Test("Encodings are those that are declared, and a wrong one is no document")
    func encodings() throws {
        let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        #expect(XMLElement.root(of: Secret(latin))?.text == "é")
        let chinese = Array("<?xml version=\"1.0\" encoding=\"GBK\"?><a>".utf8) + [0xC3, 0xDC] + Array("</a>".utf8)
        #expect(XMLElement.root(of: Secret(chinese))?.text == "密")
        let wide: [UInt8] = [0xFF, 0xFE] + "<a>密</a>".utf16.flatMap { unit in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(XMLElement.root(of: Secret(wide))?.text == "密")
        let undeclared = Array("<a>".utf8) + [0xE9] + Array("</a>".utf8)
        #expect(XMLElement.root(of: Secret(undeclared)) == nil)
        let wrong = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>".utf8) + [0xC3, 0xDC] + Array("</a>".utf8)
        #expect(XMLElement.root(of: Secret(wrong)) == nil)
        #expect(parsed("<?xml version=\"1.0\" encoding=\"no-such-encoding\"?><a>\u{E9}</a>") == nil)
        #expect(parsed("<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>text</a>") == nil)
    }
}
