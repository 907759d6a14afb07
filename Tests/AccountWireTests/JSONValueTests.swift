import Cryptography
import Testing

@testable import AccountWire

@Suite("JSON values (RFC 8259)")
struct JSONValueTests {
    @Test("What is made is written on one line, in order, without the members that are not there")
    func writing() {
        let value = JSONValue.object([
            "text": .string("a\"\\\n\u{1}密\u{1F600}"), "none": nil, "number": .integer(-7), "yes": .boolean(true),
            "list": .array([.boolean(false), .string("")]), "secret": .secret(Secret("pässword")),
            "empty": .object([:]),
        ])
        let expected =
            #"{"text":"a\"\\\n\u0001密😀","number":-7,"yes":true,"list":[false,""],"secret":"pässword","empty":{}}"#
        #expect(value.seenText == expected)
        #expect(throws: Never.self) { try JSONValue(text: expected) }
    }

    @Test(
        "What is no message is refused as a whole, with its reason",
        arguments: [
            ("", MessageFault.Reason.malformed), (" ", .malformed), ("{", .malformed), ("{} x", .malformed),
            ("{}\n{}", .malformed), ("1", .malformed), (#""text""#, .malformed), ("null", .malformed),
            ("{'a':1}", .malformed), ("{\"a\":01}", .malformed), ("{\"a\":1,}", .malformed), ("[NaN]", .malformed),
            ("[1e999]", .malformed), ("[\"\u{1}\"]", .malformed),
            (#"["\u0000"]"#, .malformed), ("[\"a\0b\"]", .malformed), (#"{"a\u0000":1}"#, .malformed),
            (#"["\uD800"]"#, .malformed), ("{}\0", .malformed),
            (#"{"a":1,"a":1}"#, .duplicateKey), (#"{"a":{"b":1,"b":2}}"#, .duplicateKey),
            (String(repeating: "[", count: 17), .tooDeep), (String(repeating: "[", count: 60_000), .tooDeep),
            (#"{"a":"# + String(repeating: #"[{"b":"#, count: 9), .tooDeep),
            ("[\"" + String(repeating: "x", count: 65_536) + "\"]", .tooLarge),
        ])
    func refusals(_ text: String, _ reason: MessageFault.Reason) {
        #expect(throws: MessageFault(reason)) { try JSONValue(text: text) }
    }

    @Test(
        "Bytes that are no UTF-8 are refused", arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE5, 0xAF]])
    func bytes(_ bytes: [UInt8]) {
        let text = Array("[\"".utf8) + bytes + Array("\"]".utf8)
        #expect(throws: MessageFault(.malformed)) { try text.withUnsafeBytes { try JSONValue(parsing: $0) } }
    }

    @Test("A number of more than 64 bits is no whole number, and does no harm where nobody looks at it")
    func largeNumbers() throws {
        let value = try JSONValue(text: #"{"large":99999999999999999999,"yes":true}"#)
        #expect(try value.member("yes").boolean())
        #expect(throws: MessageFault(.notA(.integer), at: "/large")) {
            try value.member("large").integer(in: 0...1)
        }
    }

    @Test("Brackets in strings count for no depth, and sixteen deep is not too deep")
    func depth() throws {
        _ = try JSONValue(text: #"["\"[[[[[[[[[[[[[[[[[[[[{{{{{{{", "\\", []]"#)
        _ = try JSONValue(text: String(repeating: "[", count: 16) + String(repeating: "]", count: 16))
    }

    @Test("Members are read by type, null is missing, and faults say where")
    func reading() throws {
        let json = try JSONValue(text: #" {"a":{"b":["x",1,2.5,null,true]},"n":null,"s":"密码"} "#)
        let list = try json.member("a").member("b").elements(atMost: 5)
        #expect(try list[0].string(atMost: 1) == "x")
        #expect(try list[1].integer(in: 1...1) == 1)
        #expect(try list[4].boolean())
        #expect(try json.member("s").secret(atMost: 6) == Secret("密码"))
        #expect(try json.optionalMember("n") == nil && json.optionalMember("o") == nil)

        func fault(_ body: () throws(MessageFault) -> some Any) -> MessageFault? {
            do throws(MessageFault) {
                _ = try body()
                return nil
            } catch { return error }
        }
        #expect(fault { () throws(MessageFault) in try json.member("n") } == MessageFault(.missing, at: "/n"))
        #expect(
            fault { () throws(MessageFault) in try json.member("s").member("t") }
                == MessageFault(.notA(.object), at: "/s"))
        #expect(fault { () throws(MessageFault) in try json.elements(atMost: 9) } == MessageFault(.notA(.array)))
        let at = "/a/b"
        #expect(
            fault { () throws(MessageFault) in try json.member("a").member("b").elements(atMost: 4) }
                == MessageFault(.tooLong, at: at))
        #expect(
            fault { () throws(MessageFault) in try list[1].string(atMost: 9) }
                == MessageFault(.notA(.string), at: at + "/1"))
        #expect(
            fault { () throws(MessageFault) in try list[2].integer(in: 0...9) }
                == MessageFault(.notA(.integer), at: at + "/2"))
        #expect(
            fault { () throws(MessageFault) in try list[1].integer(in: 2...9) }
                == MessageFault(.outOfRange, at: at + "/1"))
        #expect(
            fault { () throws(MessageFault) in try list[1].boolean() } == MessageFault(.notA(.boolean), at: at + "/1"))
        #expect(
            fault { () throws(MessageFault) in try json.member("s").string(atMost: 5) }
                == MessageFault(.tooLong, at: "/s"))
    }

    @Test("T1: neither a value nor a message shows what is in it")
    func descriptions() throws {
        let json = try JSONValue(text: #"{"password":"correct horse"}"#)
        var dumped = ""
        dump(json, to: &dumped)
        for text in [String(describing: json), String(reflecting: json), "\(json)", dumped, "\(json.text)"] {
            #expect(!text.contains("horse"))
        }
    }

    @Test("Parts outlive the whole that they were read from")
    func parts() throws {
        var json: JSONValue? = try JSONValue(text: #"{"a":{"b":"still here"}}"#)
        let part = try #require(try json?.member("a").member("b"))
        json = nil
        #expect(try part.string(atMost: 64) == "still here")
    }
}
