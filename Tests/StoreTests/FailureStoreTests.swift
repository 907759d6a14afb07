import AccountEngine
import Accounts
import Cryptography
import ProgramTesting
import Testing

/// What every store does alike with failures, leases, codes and pictures (A3, A4, A5).
@Suite("Failures and codes in a store")
struct FailureStoreTests {
    private let folder: TemporaryFolder
    private let time = Timestamp(seconds: 1_767_225_600)
    private let account = Subject.account(AccountID(number: 1))
    private let key = Secret(Array(repeating: 7 as UInt8, count: 32))

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeStore(_ kind: StoreKind) async throws -> any AccountStore { try await kind.makeStore(in: folder) }

    private func digest(_ number: UInt8) -> TokenDigest { TokenDigest(of: Secret([number])) }

    private func stranger(_ name: String) throws -> Subject {
        Subject(try #require(AccountName(name)), key: key)
    }

    @Test("A4: the key is drawn once, and stays", arguments: StoreKind.allCases)
    func hashKey(kind: StoreKind) async throws {
        let store = try await makeStore(kind)
        let keys = try await store.read { store throws(StoreError) in [try store.hashKey(), try store.hashKey()] }
        #expect(keys[0].count == 32 && keys[0] == keys[1])
        guard kind != .memory else { return }
        let reopened = try await makeStore(kind)
        #expect(try await reopened.read { store throws(StoreError) in try store.hashKey() } == keys[0])
    }

    @Test(
        "A3: a peer's failures are kept, replaced, added up and forgotten", arguments: StoreKind.allCases)
    func failures(kind: StoreKind) async throws {
        let (store, account, time, eve) = (try await makeStore(kind), account, time, try stranger("eve"))
        let here = PeerFailures(peer: "uid:1", count: 2, last: time, lockEnd: nil)
        let there = PeerFailures(peer: "::/64", count: 3, last: time + 10, lockEnd: time + 70)
        let counts = try await store.write { store throws(StoreError) in
            try store.put(PeerFailures(peer: "uid:1", count: 1, last: time + -5, lockEnd: time), of: account)
            try store.put(here, of: account)
            try store.put(there, of: account)
            try store.put(here, of: eve)
            return try [
                time..<time + 11, time + 1..<time + 11, time..<time + 10, time + 11..<time + 100,
            ].map { range throws(StoreError) in try store.failureCount(of: account, in: range, limit: 9) }
        }
        #expect(counts == [5, 3, 2, 0])
        let read = try await store.write { store throws(StoreError) in
            let before = [
                try store.failures(of: account, from: "uid:1"), try store.failures(of: account, from: "::/64"),
            ]
            try store.deleteFailures(of: account, from: "uid:1")
            return before + [
                try store.failures(of: account, from: "uid:1"), try store.failures(of: account, from: "::/64"),
                try store.failures(of: eve, from: "uid:1"),
            ]
        }
        #expect(read == [here, there, nil, there, here])
    }

    @Test(
        "A3, A8: what has lapsed goes, and the oldest names beyond the bound",
        arguments: StoreKind.allCases)
    func pruning(kind: StoreKind) async throws {
        let (store, account, time) = (try await makeStore(kind), account, time)
        let names = try ["eve", "mallory", "trudy"].map(stranger)
        try await store.write { store throws(StoreError) in
            for (index, subject) in ([account] + names).enumerated() {
                let last = time + Int64(index)
                try store.put(PeerFailures(peer: "uid:1", count: 1, last: last, lockEnd: nil), of: subject)
            }
        }
        var left: [[Bool]] = []
        for (range, limit) in [(time..<time + 4, 2), (time + 1..<time + 4, 2), (time..<time + 3, 2)] {
            try await store.write { store throws(StoreError) in
                try store.pruneFailures(outside: range, keepingNames: limit)
            }
            left.append(
                try await store.read { store throws(StoreError) in
                    try ([account] + names).map { subject throws(StoreError) in
                        try store.failures(of: subject, from: "uid:1") != nil
                    }
                })
        }
        #expect(left == [[true, false, true, true], [false, false, true, true], [false, false, true, false]])
    }

    @Test("A3: a lease ends for its owner only", arguments: StoreKind.allCases)
    func leases(kind: StoreKind) async throws {
        let (store, account, time) = (try await makeStore(kind), account, time)
        let (first, second) = (Lease(owner: digest(1), end: time), Lease(owner: digest(2), end: time + 10))
        let (leases, ends) = try await store.write { store throws(StoreError) in
            try store.put(first, of: account)
            var leases = [try store.lease(of: account)]
            try store.put(second, of: account)
            let ends = [
                try store.deleteLease(of: account, owner: first.owner),
                try store.deleteLease(of: account, owner: second.owner),
                try store.deleteLease(of: account, owner: second.owner),
            ]
            leases.append(try store.lease(of: account))
            return (leases, ends)
        }
        #expect(leases == [first, nil])
        #expect(ends == [false, true, false])
    }

    @Test("A4: one code for each subject and purpose", arguments: StoreKind.allCases)
    func codes(kind: StoreKind) async throws {
        let (store, account, time, eve) = (try await makeStore(kind), account, time, try stranger("eve"))
        func code(_ subject: Subject, _ purpose: OneTimeCode.Purpose, _ number: UInt8, age: Int64 = 0) -> StoredCode {
            StoredCode(
                subject: subject, purpose: purpose, digest: digest(number), issue: time + -age, triesLeft: Int(number))
        }
        let codes = [
            code(account, .logIn, 1), code(account, .logIn, 2), code(account, .reset, 3), code(eve, .logIn, 1, age: 9),
        ]
        @Sendable func stored(_ store: any StoreReader) throws(StoreError) -> [StoredCode?] {
            [
                try store.code(for: account, .logIn), try store.code(for: account, .reset),
                try store.code(for: eve, .logIn),
            ]
        }
        var read = try await store.write { store throws(StoreError) in
            for code in codes { try store.put(code) }
            let read = try stored(store)
            try store.deleteCode(for: account, .reset)
            try store.pruneCodes(outside: time + -8..<time + 1)
            return read
        }
        read += try await store.read { store throws(StoreError) in try stored(store) }
        #expect(read == [codes[1], codes[2], codes[3], codes[1], nil, nil])
    }

    @Test("A4: sends are kept, taken back and pruned", arguments: StoreKind.allCases)
    func sends(kind: StoreKind) async throws {
        let (store, time) = (try await makeStore(kind), time)
        let first = CodeSend(
            time: time, subject: account.text, destination: try stranger("13542138562").text, peer: "uid:1")
        let second = CodeSend(time: time + 5, subject: try stranger("eve").text, destination: nil, peer: "uid:2")
        let all = time..<time + 100
        let read = try await store.write { store throws(StoreError) in
            let number = try store.insert(first)
            _ = try store.insert(second)
            var read = [try store.codeSends(in: all), try store.codeSends(in: time + 1..<time + 5)]
            try store.deleteCodeSend(number)
            read.append(try store.codeSends(in: all))
            try store.pruneCodeSends(outside: time..<time + 5)
            return read.map { $0.sorted { $0.time < $1.time } }
        }
        #expect(read == [[first, second], [], [second]])
        #expect(try await store.read { store throws(StoreError) in try store.codeSends(in: all) } == [])
    }

    @Test(
        "A5: a picture's answer is taken once; old ones and the oldest go", arguments: StoreKind.allCases)
    func captchas(kind: StoreKind) async throws {
        let (store, time) = (try await makeStore(kind), time)
        let captchas = (0..<4).map { StoredCaptcha(id: "c\($0)", digest: digest($0), issue: time + Int64($0)) }
        var taken = try await store.write { store throws(StoreError) in
            for captcha in captchas { try store.insert(captcha) }
            let taken = [try store.takeCaptcha("c3"), try store.takeCaptcha("c3"), try store.takeCaptcha("none")]
            try store.pruneCaptchas(outside: time + 1..<time + 100, keeping: 1)
            return taken
        }
        taken += try await store.write { store throws(StoreError) in
            [try store.takeCaptcha("c0"), try store.takeCaptcha("c1"), try store.takeCaptcha("c2")]
        }
        #expect(taken == [captchas[3], nil, nil, nil, nil, captchas[2]])
    }
}
