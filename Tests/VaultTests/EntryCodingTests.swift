import Accounts
import Cryptography
import Testing

@testable import Vault

@Suite("Entries as bytes")
struct EntryCodingTests {
    private static let entries: [Vault.Entry] = [
        .full, .password("bob"), .loggedOut, Vault.Entry(account: ""),
        Vault.Entry(
            account: "a", login: Vault.Login(proof: .token(Secret()), cookies: [Secret()], user: User(account: ""))),
    ]

    /// A field as it is stored.
    private func field(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] {
        [tag] + UInt32(value.count).storedBytes + value
    }

    @Test("The vault: an entry comes back as it was", arguments: entries)
    func roundTrip(entry: Vault.Entry) {
        #expect(Vault.Entry(encoded: entry.encoded) == entry)
    }

    @Test("The form of the bytes")
    func bytes() {
        let entry = Vault.Entry.password("bob")
        let expected =
            [1, 3, 0, 0, 0] + Array("bob".utf8) + [4, 15, 0, 0, 0] + Array("hunter22 of bob".utf8) + [6, 3, 0, 0, 0]
            + Array("bob".utf8)
        #expect(entry.encoded == Secret(expected))
    }

    @Test("An entry cut anywhere is none, or a log-out's")
    func cut() {
        let bytes = Vault.Entry.full.encoded.withUnsafeBytes { Array($0) }
        for count in bytes.indices {
            let entry = Vault.Entry(encoded: Secret(bytes[..<count]))
            #expect(entry == nil || entry?.account == Vault.Entry.full.account)
        }
    }

    @Test("Fields that contradict each other are no entry")
    func contradictions() {
        let account = field(1, [0x61])
        let (token, password, user) = (field(3, [1]), field(4, [1]), field(6, [0x61]))
        let (time, peer) = (field(8, Array(repeating: 0, count: 8)), field(9, [0x61]))
        let whole = Vault.Entry(encoded: Secret(account + token + user + time + peer))
        #expect(whole?.login != nil && whole?.login?.user.earlierVisit != .unknown)
        let broken: [[UInt8]] = [
            [], token + user, account + account, account + token, account + user, account + token + password + user,
            account + token + token + user, account + field(5, [1]), account + field(7, [0x31]), account + time,
            account + peer, account + token + user + time, account + token + user + peer,
            account + token + user + field(8, [1, 2, 3]) + peer, account + field(10, []), account + field(0, []),
            field(1, [0xFF]), field(1, [0xC0, 0x80]), account + [2], account + [2, 0, 0, 0], account + [2, 1, 0, 0, 0],
            account + field(2, [0x31]), account + field(2, []) + field(2, []), account + [5, 0xFF, 0xFF, 0xFF, 0xFF],
            account + token + user + [5, 0xFF, 0xFF, 0xFF, 0x7F],
        ]
        for bytes in broken { #expect(Vault.Entry(encoded: Secret(bytes)) == nil, "\(bytes)") }
    }

    @Test("No bytes break the reader")
    func anyBytes() {
        var generator = SplitMix(state: 1)
        let bytes = Vault.Entry.full.encoded.withUnsafeBytes { Array($0) }
        for _ in 0..<1000 {
            var changed = bytes
            for _ in 0...Int.random(in: 0..<3, using: &generator) {
                let index = Int.random(in: changed.indices, using: &generator)
                changed[index] = UInt8.random(in: 0...255, using: &generator)
            }
            // An entry that is read can be written, and is then the same.
            if let entry = Vault.Entry(encoded: Secret(changed)) {
                #expect(Vault.Entry(encoded: entry.encoded) == entry)
            }
        }
    }

    @Test("No description tells a secret")
    func descriptions() {
        var dumped = ""
        dump(Vault.Entry.full, to: &dumped)
        dump(Vault.Entry.password("bob"), to: &dumped)
        dumped += "\(Vault.Entry.full) \(Vault.Entry.password("bob"))"
        #expect(dumped.contains("<secret>"))
        for word in ["hunter22", "oscid", "165"] { #expect(!dumped.contains(word)) }
    }
}

/// A generator that tells the same in every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
