import AccountEngine
import Testing

@Suite("Peer")
struct PeerTests {
    private func peer(_ bytes: [UInt8]) throws -> Peer { .address(try #require(IPAddress(bytes: bytes))) }

    @Test("A3: a local user counts by number")
    func localUser() {
        #expect(Peer.localUser(id: 1000).key == "uid:1000")
        #expect(Peer.localUser(id: 1000).text == "uid:1000")
    }

    @Test("A3: an IPv4 address counts by itself")
    func version4() throws {
        #expect(try peer([203, 0, 113, 7]).text == "203.0.113.7")
        #expect(try peer([203, 0, 113, 7]).key == "203.0.113.7")
        #expect(try peer([203, 0, 113, 8]).key != peer([203, 0, 113, 7]).key)
    }

    @Test("A3: an IPv6 address counts by its first 64 bits, and is shown whole")
    func version6() throws {
        let network: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 2]
        let (first, second) = (
            try peer(network + [0, 0, 0, 0, 0, 0, 0, 1]), try peer(network + [9, 9, 9, 9, 9, 9, 9, 9])
        )
        #expect(first.text == "2001:db8:1:2::1")
        #expect(first.key == "2001:db8:1:2::/64")
        #expect(second.key == first.key && second.text != first.text)
        let other = try peer([0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1])
        #expect(other.key != first.key)
    }

    @Test("A3: an IPv4 address in IPv6's form is the same peer")
    func mapped() throws {
        let mapped = try peer([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 203, 0, 113, 7])
        #expect(try mapped == peer([203, 0, 113, 7]))
    }

    @Test("A3: an address has four bytes or sixteen", arguments: [0, 3, 5, 15, 17])
    func length(count: Int) {
        #expect(IPAddress(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }
}
