import Cryptography
import PasswordStrength
import Testing
import ZxcvbnEstimator

@Suite("ZxcvbnEstimator")
struct ZxcvbnEstimatorTests {
    private func estimate(_ password: String, account: String = "") -> PasswordEstimate {
        ZxcvbnEstimator().estimated(Secret(password.utf8), account: account)
    }

    @Test(
        "H6: common passwords are refused as such",
        arguments: [
            "password", "12345678", "qwertyuiop", "P@ssw0rd", "passwordpassword", "iloveyou", "vestibule", "Vestibule",
        ])
    func common(password: String) {
        #expect(estimate(password).weakness == .common)
    }

    @Test("H6: what is guessed at once is refused", arguments: ["aaaaaaaa", "password1", "abcdefgh", "Vestibule1", ""])
    func guessable(password: String) {
        #expect(estimate(password).isWeak)
        #expect(estimate(password).score == 0)
    }

    @Test("H6: the account's own words are refused")
    func accountWords() {
        #expect(estimate("Qzxvbala99", account: "qzxvbala@example.com").weakness == .accountWords)
        #expect(!estimate("Qzxvbala99").isWeak)
        #expect(estimate("13542138562", account: "13542138562").weakness == .accountWords)
        #expect(estimate("password", account: "password").weakness == .common)
    }

    @Test(
        "H6: good passwords pass, of any script",
        arguments: ["k3jf9XqLw2", "correct horse battery", "tr0ub4dor&3x", "密码很长的一句话啊", "testApp123456"])
    func good(password: String) {
        #expect(!estimate(password).isWeak)
    }

    @Test("H6: the score follows zxcvbn's steps")
    func scores() {
        #expect(estimate("password").score == 0)
        #expect(estimate("testApp123456").score == 1)
        #expect(estimate("correcthorse").score == 2)
        #expect(estimate("tr0ub4dor&3").score == 4)
    }

    @Test("H6: 512 bytes are judged by their first hundred")
    func longPassword() {
        let long = String(repeating: "a", count: 100)
        #expect(estimate(long + String(repeating: "k3jf9XqLw2", count: 41)) == estimate(long))
    }

    @Test("H6: bytes that are no text, and a zero byte, are no trouble")
    func strangeBytes() {
        func estimate(_ bytes: [UInt8]) -> PasswordEstimate {
            ZxcvbnEstimator().estimated(Secret(bytes), account: "\u{0}")
        }
        #expect(estimate([0xFF, 0xFE, 0x41, 0xC0]).bits > 0)
        // The library's text ends at a zero byte, so nothing behind it makes a password better than it is.
        #expect(estimate(Array("password\u{0}k3jf9XqLw2".utf8)) == estimate(Array("password".utf8)))
        #expect(estimate([0, 0xFF]) == estimate([]) && estimate([]).isWeak)
    }
}
