import Accounts
import Cryptography
import Testing

@Suite("Codes from messages (A4)")
struct OneTimeCodeTests {
    @Test(
        "spaces, hyphens and full-width digits are accepted",
        arguments: [
            "1234", " 1234 ", "12 34", "1-2-3-4", "１２３４", "1２3４", "12\u{A0}34", "１２\u{3000}３４", "12\u{FF0D}34",
        ])
    func accepted(_ typed: String) throws {
        #expect(try OneTimeCode(Secret(typed.utf8), for: .logIn).digits == Secret("1234".utf8))
    }

    @Test(
        "what is no code is refused with the number of digits that one has",
        arguments: ["12345", "123", "12a4", "１２３４５", "12.4", "\u{FF0F}123", "\u{FF1A}123", "\u{EF}\u{BC}12"])
    func malformed(_ typed: String) {
        #expect(throws: OneTimeCode.Fault.malformed(digitCount: 4)) { try OneTimeCode(Secret(typed.utf8), for: .logIn) }
    }

    @Test(
        "bytes that are no text are refused",
        arguments: [[0xEF], [0xEF, 0xBC], [0x31, 0xE3, 0x80], [0xC2]] as [[UInt8]])
    func bytes(_ typed: [UInt8]) {
        #expect(throws: OneTimeCode.Fault.malformed(digitCount: 6)) { try OneTimeCode(Secret(typed), for: .reset) }
    }

    @Test("nothing but spaces is nothing", arguments: ["", "  ", "-", "\u{3000}"])
    func missing(_ typed: String) {
        #expect(throws: OneTimeCode.Fault.missing) { try OneTimeCode(Secret(typed.utf8), for: .register) }
    }

    @Test("a login takes four digits, registration and reset six (A4)")
    func digitCounts() {
        #expect(OneTimeCode.Purpose.allCases.map(\.digitCount) == [4, 6, 6])
    }
}
