import Accounts
import Testing

@Suite("L1, A2: account names")
struct AccountNameTests {
    /// What is typed, and the eleven digits it stands for.
    static let telephones: [(String, String)] = [
        ("13542138562", "13542138562"), ("17712345678", "17712345678"), ("19912345678", "19912345678"),
        ("+8613542138562", "13542138562"), ("+86 135 4213 8562", "13542138562"), ("+86-135-4213-8562", "13542138562"),
        ("135 4213 8562", "13542138562"), ("135-4213-8562", "13542138562"), ("  13542138562\n", "13542138562"),
        ("１３５４２１３８５６２", "13542138562"), ("＋８６　１３５４２１３８５６２", "13542138562"), ("１３５－４２１３－８５６２", "13542138562"),
        // As address books hand numbers out: unbreakable spaces and hyphens.
        ("135\u{A0}4213\u{A0}8562", "13542138562"), ("135\u{2011}4213\u{2011}8562", "13542138562"),
        ("13000000000", "13000000000"), ("14000000000", "14000000000"),
    ]

    @Test("L1: mainland mobile numbers", arguments: telephones)
    func telephone(_ typed: String, _ key: String) throws {
        let name = try #require(AccountName(typed))
        #expect(name.kind == .telephone)
        #expect(name.key == key)
        #expect(name.fault == nil)
        #expect(name.text == typed.trimmingEnds)
    }

    /// Nearly numbers.
    static let otherNumbers = [
        "1354213856", "135421385620", "12542138562", "10542138562", "23542138562", "8613542138562", "+8513542138562",
        "+86+8613542138562", "008613542138562", "1354213856a", "135.4213.8562", "(135)42138562", "13542138562\u{301}",
        "١٣٥٤٢١٣٨٥٦٢", "+86", "+", "-", "１３５",
    ]

    @Test("L1, A2: other numbers are names that cannot be registered", arguments: otherNumbers)
    func otherNumber(_ typed: String) throws {
        let name = try #require(AccountName(typed))
        #expect(name.kind == .normalName)
        #expect(name.fault != nil)
    }

    /// Addresses by the HTML standard, and what is compared.
    static let addresses: [(String, String)] = [
        ("ada@example.com", "ada@example.com"), ("Ada@EXAMPLE.Com", "Ada@example.com"),
        (" ada@example.com ", "ada@example.com"),
        ("a@b", "a@b"), ("a@localhost", "a@localhost"), ("a@1.2", "a@1.2"), ("a@b-c.d", "a@b-c.d"),
        ("a@b--c.d", "a@b--c.d"),
        // The standard's rule is laxer about dots than RFC 5322.
        (".@b", ".@b"), ("a..b@c.d", "a..b@c.d"), (".a.@c.d", ".a.@c.d"),
        ("!#$%&'*+/=?^_`{|}~-.@b.c", "!#$%&'*+/=?^_`{|}~-.@b.c"), ("13542138562@b.c", "13542138562@b.c"),
        ("a@" + String(repeating: "b", count: 63), "a@" + String(repeating: "b", count: 63)),
        (longAddress(254), longAddress(254)),
    ]

    @Test("L1: e-mail addresses", arguments: addresses)
    func address(_ typed: String, _ key: String) throws {
        let name = try #require(AccountName(typed))
        #expect(name.kind == .emailAddress)
        #expect(name.key == key)
        #expect(name.fault == nil)
    }

    /// What is no address by the HTML standard.
    static let otherAddresses = [
        "@b.c", "a@", "a@b@c", "a@b.", "a@.b", "a@b..c", "a@-b.c", "a@b-.c", "a@b.-c", "a@b_c.d", "a b@c.d", "a@b c.d",
        "\"a b\"@c.d", "a(b)@c.d", "a,b@c.d", "a:b@c.d", "a;b@c.d", "<a@b.c>", "a@[127.0.0.1]", "a\\@b.c", "é@b.c",
        "a@é.c", "a＠b.c", "a@ｂ.c", "a@\u{301}b.c", "a@b\u{301}.c", "a@b。c",
        "a@" + String(repeating: "b", count: 64), longAddress(255),
    ]

    @Test("L1, A2: other texts with an at sign are names that cannot be registered", arguments: otherAddresses)
    func otherAddress(_ typed: String) throws {
        let name = try #require(AccountName(typed))
        #expect(name.kind == .normalName)
        #expect(name.fault == .nameCharacters)
    }

    /// User names, and what is compared.
    static let names: [(String, String)] = [
        ("ada", "ada"), ("Ada", "ada"), ("ADA.Lovelace-1815_", "ada.lovelace-1815_"), ("阿达", "阿达"), (" 阿达　", "阿达"),
        ("Straße", "strasse"), ("ＡＤＡ", "ada"), ("ﬁn", "fin"), ("e\u{301}mile", "émile"), ("ÉMILE", "émile"),
        ("Ὀδυσσεύς", "ὀδυσσεύσ"),
        ("a\u{AD}da", "ada"), ("a\u{200B}da", "ada"), ("देवी", "देवी"), ("한글", "한글"), ("\u{1112}\u{1161}\u{11AB}글", "한글"),
        ("a１", "a1"), ("a٣", "a٣"), (String(repeating: "a", count: 32), String(repeating: "a", count: 32)),
    ]

    @Test("A2: user names are compared in NFKC, case folded", arguments: names)
    func name(_ typed: String, _ key: String) throws {
        let name = try #require(AccountName(typed))
        #expect(name.kind == .normalName)
        // By scalars: strings compare equal whatever their form.
        #expect(Array(name.key.unicodeScalars) == Array(key.unicodeScalars))
        #expect(name.fault == nil)
        #expect(AccountName(name.key)?.key == name.key)
    }

    /// Names that cannot be registered, and why.
    static let faults: [(String, AccountName.Fault)] = [
        ("a", .nameLength), ("阿", .nameLength), (String(repeating: "a", count: 33), .nameLength),
        ("a" + String(repeating: "\u{302}\u{301}", count: 40), .nameLength),
        // Folding makes it longer.
        (String(repeating: "ß", count: 17), .nameLength),
        ("1ada", .nameStart), (".ada", .nameStart), ("_ada", .nameStart), ("-ada", .nameStart), ("123", .nameStart),
        ("\u{301}ada", .nameStart), ("\u{93E}ada", .nameStart), ("①②", .nameStart), ("①③⑤④②①③⑧⑤⑥②", .nameStart),
        ("a da", .nameCharacters), ("a\u{A0}da", .nameCharacters), ("ada!", .nameCharacters), ("a/da", .nameCharacters),
        ("ada😀", .nameCharacters), ("a\u{202E}\u{0}b", .nameCharacters), ("a\u{9B}b", .nameCharacters),
        ("a\nb", .nameCharacters),
        ("1 a", .nameCharacters), ("a'b", .nameCharacters),
    ]

    @Test("A2: names that cannot be registered", arguments: faults)
    func fault(_ typed: String, _ fault: AccountName.Fault) throws {
        let name = try #require(AccountName(typed))
        #expect(name.kind == .normalName)
        #expect(name.fault == fault)
    }

    /// Names, and what they were meant to be by their looks.
    static let intended: [(String, AccountName.Kind?)] = [
        ("1354213856", .telephone), ("135421385622", .telephone), ("23542138562", .telephone), ("+86 135", .telephone),
        ("1", .telephone), ("１２３", .telephone), ("admin@例子.com", .emailAddress), ("a@b.c d", .emailAddress),
        ("@", .emailAddress), ("ada＠", .emailAddress), ("1ada", nil), ("a da", nil), ("-", nil), ("+", nil),
        ("a", nil), ("ada", nil), ("13542138562", nil), ("ada@example.com", nil),
    ]

    @Test("A2, H6: what holds an @ was meant as an address, and digits as a phone number", arguments: intended)
    func intendedKind(_ typed: String, _ kind: AccountName.Kind?) {
        #expect(AccountName(typed)?.intendedKind == kind)
    }

    @Test("L1: nothing but white space is no name", arguments: ["", " ", "\t\n", "\u{3000}\u{A0}\r\n"])
    func blank(_ typed: String) {
        #expect(AccountName(typed) == nil)
    }

    @Test("6.2: the kinds have the words of the flag contract")
    func kinds() {
        #expect(AccountName.Kind.allCases.map(\.rawValue) == ["Telephone", "EmailAddress", "NormalName"])
    }
}

/// An address of so many octets.
private func longAddress(_ octets: Int) -> String {
    let domain = "@" + Array(repeating: String(repeating: "d", count: 61), count: 3).joined(separator: ".")
    return String(repeating: "l", count: octets - domain.utf8.count) + domain
}

extension String {
    /// Without the white space around it.
    fileprivate var trimmingEnds: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
