import Accounts
import Cryptography
import Testing

@Suite("L2: password rules")
struct PasswordPolicyTests {
    static let lengths: [(PasswordPolicy, Int, PasswordPolicy.Verdict)] = [
        (.standard, 0, .short(by: 8)), (.standard, 6, .short(by: 2)), (.standard, 7, .short(by: 1)),
        (.standard, 8, .good),
        (.standard, 20, .good), (.standard, 21, .long), (.notEmpty, 0, .short(by: 1)), (.notEmpty, 1, .good),
        (.notEmpty, 512, .good), (PasswordPolicy(minimum: 4, maximum: 4), 4, .good),
        (PasswordPolicy(minimum: 4, maximum: 4), 5, .long),
    ]

    @Test("L2: a length against the rule", arguments: lengths)
    func length(_ policy: PasswordPolicy, _ length: Int, _ verdict: PasswordPolicy.Verdict) {
        #expect(policy.verdict(onLength: length) == verdict)
    }

    static let passwords: [(String, PasswordPolicy.Verdict)] = [
        ("", .short(by: 8)), ("密码a", .short(by: 5)), ("testApp123456", .good), ("密码密码密码密码", .good),
        // Two code points each, but one after NFC.
        (String(repeating: "e\u{301}", count: 7), .short(by: 1)), (String(repeating: "e\u{301}", count: 20), .good),
        // One person's character, three code points.
        ("👩\u{200D}💻👩\u{200D}💻👩\u{200D}💻", .good),
        (String(repeating: "a", count: 21), .long),
    ]

    @Test("L2: a password counts in code points after NFC", arguments: passwords)
    func password(_ password: String, _ verdict: PasswordPolicy.Verdict) {
        #expect(PasswordPolicy.standard.verdict(on: Secret(password.utf8)) == verdict)
    }
}

@Suite("L2, L6: credentials")
struct CredentialsTests {
    static let faults: [(String, String, PasswordPolicy, Credentials.Fault)] = [
        ("", "", .standard, .accountMissing), (" \u{3000}", "testApp123456", .standard, .accountMissing),
        ("ada", "", .standard, .passwordMissing), ("ada", "", .notEmpty, .passwordMissing),
        ("ada", "1234567", .standard, .passwordLength(.standard)),
        ("ada", String(repeating: "a", count: 21), .standard, .passwordLength(.standard)),
    ]

    @Test("L6: what keeps credentials from being sent", arguments: faults)
    func fault(_ account: String, _ password: String, _ policy: PasswordPolicy, _ fault: Credentials.Fault) {
        #expect(throws: fault) {
            try Credentials(account: account, password: Secret(password.utf8), policy: policy)
        }
    }

    @Test("L2: credentials keep the password exactly as typed")
    func good() throws {
        let password = Secret(" e\u{301}12345678 ".utf8)
        let credentials = try Credentials(
            account: " 135 4213 8562 ", password: password, isRemembered: true, policy: .standard)
        #expect(credentials.name.key == "13542138562")
        #expect(credentials.password == password)
        #expect(credentials.isRemembered)
        #expect(try !Credentials(account: "1", password: password, policy: .standard).isRemembered)
    }

    @Test("No description of credentials shows the password")
    func descriptions() throws {
        let credentials = try Credentials(account: "ada", password: Secret("hunter2222".utf8), policy: .standard)
        var dumped = ""
        dump(credentials, to: &dumped)
        for description in ["\(credentials)", String(reflecting: credentials), dumped] {
            #expect(!description.contains("hunter"))
        }
    }
}

@Suite("H6: registrations")
struct RegistrationTests {
    /// What was typed: account, password, password again, weakness; and the first fault, nil for none.
    static let cases: [(String, String, String, Bool, Registration.Fault?)] = [
        ("", "", "x", true, .accountMissing),
        ("1ada", "", "x", true, .account(.nameStart)),
        ("a da", "", "x", true, .account(.nameCharacters)),
        ("a", "", "x", true, .account(.nameLength)),
        ("ada", "", "x", true, .password(.missing)),
        ("ada", "1234567", "x", true, .password(.length(.standard))),
        ("ada", "12345678", "x", true, .password(.weak)),
        ("ada", "testApp123456", "testApp123457", false, .password(.different)),
        ("ada", "testApp123456", "", false, .password(.different)),
        ("ada", "testApp123456", "testApp123456", false, nil),
        ("13542138562", "testApp123456", "testApp123456", false, nil),
        ("ada@example.com", "testApp123456", "testApp123456", false, nil),
        // A1: the same text, composed and decomposed.
        ("ada", "testApp12345é", "testApp12345e\u{301}", false, nil),
    ]

    @Test("H6: the first fault, in the order of the fields", arguments: cases)
    func fault(_ account: String, _ first: String, _ second: String, _ isWeak: Bool, _ fault: Registration.Fault?)
        throws
    {
        func register() throws(Registration.Fault) -> Registration {
            try Registration(
                name: AccountName(account), password: Secret(first.utf8), repeated: Secret(second.utf8), isWeak: isWeak,
                policy: .standard)
        }
        if let fault {
            #expect(throws: fault) { try register() }
        } else {
            let registration = try register()
            #expect(registration.name == AccountName(account))
            #expect(registration.password == Secret(first.utf8))
        }
    }
}
