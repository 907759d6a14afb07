import Cryptography
import Testing

@testable import Vault

@Suite("The vault's file as bytes")
struct VaultFileTests {
    private let file = VaultFile(
        keyPlace: .environment, fingerprint: Array(1...16),
        entries: [
            VaultFile.SealedEntry(origin: "https://例.test:8443", box: [1, 2, 3]),
            VaultFile.SealedEntry(origin: "", box: []),
        ])

    @Test("A file comes back as it was")
    func roundTrip() {
        #expect(VaultFile.read(file.encoded) == .intact(file))
        let empty = VaultFile(keyPlace: .file, fingerprint: Array(1...16))
        #expect(VaultFile.read(empty.encoded) == .intact(empty))
    }

    @Test("The form of the bytes")
    func bytes() {
        let small = VaultFile(
            keyPlace: .environment, fingerprint: Array(1...16), entries: [.init(origin: "a", box: [9, 8])])
        let expected = Array("VESTVLT".utf8) + [1, 1] + Array(1...16) + [1, 0, 0, 0, 0x61, 2, 0, 0, 0, 9, 8]
        #expect(small.encoded.dropLast(32) == expected[...])
        #expect(small.encoded.suffix(32) == expected.withUnsafeBytes(Checksum.of)[...])
    }

    @Test("A change of any bit, and a cut anywhere, is found; entries before a cut are left")
    func damage() {
        let bytes = file.encoded
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                guard case .damaged = VaultFile.read(changed) else {
                    Issue.record("bit \(bit) of byte \(index) may change")
                    continue
                }
            }
            guard case .damaged(let entries) = VaultFile.read(Array(bytes[..<index])) else {
                Issue.record("the file may be cut at \(index)")
                continue
            }
            if index >= bytes.count - 32 { #expect(entries.starts(with: file.entries)) }
        }
        guard case .damaged = VaultFile.read(bytes + [0]) else {
            Issue.record("the file may grow")
            return
        }
        #expect(VaultFile.read([]) == .damaged([]))
    }

    @Test("A later version is told from damage by its checksum")
    func tooNew() {
        let body = Array("VESTVLT".utf8) + [2] + Array("whatever comes".utf8)
        #expect(VaultFile.read(body + body.withUnsafeBytes(Checksum.of)) == .tooNew)
        guard case .damaged = VaultFile.read(body + Array(repeating: 0, count: 32)) else {
            Issue.record("a later version needs no checksum")
            return
        }
    }

    @Test("Bytes with a good checksum that mean nothing are damaged")
    func nonsense() {
        for rest: [UInt8] in [
            [], [0], [1], [0, 0] + Array(1...16), [1, 2] + Array(1...16), [1, 0] + Array(1...15),
            [1, 0] + Array(1...16) + [1],
            [1, 0] + Array(1...16) + [1, 0, 0, 0, 0xFF, 0, 0, 0, 0],
            [1, 0] + Array(1...16) + [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF],
        ] {
            let body = Array("VESTVLT".utf8) + rest
            #expect(VaultFile.read(body + body.withUnsafeBytes(Checksum.of)) == .damaged([]), "\(rest)")
        }
        let foreign = Array("SQLite format 3".utf8)
        #expect(VaultFile.read(foreign + foreign.withUnsafeBytes(Checksum.of)) == .damaged([]))
    }

    @Test("No bytes break the reader")
    func anyBytes() {
        var generator = SplitMix(state: 2)
        for count in 0..<2000 {
            var bytes = (0..<count % 200).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if count % 2 == 0 { bytes = Array("VESTVLT".utf8) + [1, 0] + bytes }
            guard case .damaged = VaultFile.read(bytes) else {
                Issue.record("\(bytes) is a vault")
                return
            }
        }
    }
}
