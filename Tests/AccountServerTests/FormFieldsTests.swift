import Cryptography
import OwnThreads
import Testing

@testable import AccountServer

/// Forms, read strictly (6.2, 6.3).
@Suite(.ownThreads())
struct FormFieldsTests {
    private static func value(_ form: String, _ name: String) throws -> String? {
        try FormFields([Secret(form.utf8)])[name]?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        ("a=b", "b"), ("x=1&a=b&y", "b"), ("a=", ""), ("a", ""), ("a=b=c", "b=c"), ("a=1+2%2B3", "1 2+3"),
        ("%61=%E5%AF%86", "密"), ("a=密", "密"), ("&&a=b&&", "b"), ("a=%25", "%"),
    ])
    func `a field is decoded`(_ form: String, _ expected: String) throws {
        #expect(try Self.value(form, "a") == expected)
    }

    @Test(arguments: [
        "a=%", "a=%4", "a=%4g", "a=%g4", "%=a", "a=%00", "%00=a", "a=\u{0}", "a= b", "a=%FF", "a=%C0%80", "a=1&a=1",
        "a&%61",
    ])
    func `what could be read in two ways is not read`(_ form: String) {
        #expect(throws: FormFields.Fault.self) { try FormFields([Secret(form.utf8)]) }
    }

    @Test func `several texts are one form, and missing ones are none`() throws {
        let form = try FormFields([nil, Secret("a=1".utf8), Secret()])
        #expect(form["a"] == Secret("1".utf8))
        #expect(form["b"] == nil)
        #expect(throws: FormFields.Fault.self) { try FormFields([Secret("a=1".utf8), Secret("a=2".utf8)]) }
    }

    @Test func `no fault says what was sent`() {
        let fault = #expect(throws: FormFields.Fault.self) { try FormFields([Secret("secret=hunter2%".utf8)]) }
        #expect(fault?.message.contains("hunter2") == false)
    }
}
