import AccountEngine
import Accounts
import Cryptography
import Foundation
import HTTPTesting
import Processes
import ProgramTesting
import SQLiteStore
import Synchronization

/// The measurements of the account service beside libmicrohttpd and libsodium alone, in turn in one run (section 9).
struct ServiceBenchmark {
    private let folder: URL
    private let programs: URL
    /// How long each load lasts, in seconds.
    private let seconds = 5
    private let rounds = 3
    private static let password = "k3jf9XqLw2"
    /// Accounts that log in; so many that they do not wait for each other.
    private static let loginCount = 64

    /// Prepares to measure the programs beside this one.
    init() throws {
        programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("vestibule-benchmark-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Measures everything; takes some two minutes.
    func run() async throws -> Results {
        defer { try? FileManager.default.removeItem(at: folder) }
        let small = try await makeStore("small", accountCount: 1_000)
        let large = try await makeStore("large", accountCount: 1_000_000)
        let (smallLookUp, largeLookUp) = try await lookUpTimes(small, large)
        await small.close()
        await large.close()

        let service = try start(
            "vestibuled",
            [
                "serve", "--listen", "127.0.0.1:0", "--store", "sqlite:\(folder.path)/large", "--contracts",
                "native,flags",
            ])
        defer { service.process.kill() }
        let constant = try start("ConstantServer", [])
        defer { constant.process.kill() }
        var (ours, alone): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            alone.append(try load(constant.port, script: Self.strangers, connections: 16))
            ours.append(try load(service.port, script: Self.strangers, connections: 16))
        }
        let hashes = try hashRate()
        let logins = try load(service.port, script: Self.logins, connections: 12)
        let health = try healthLatency(service.port)
        return Results(
            reference: "alone",
            rows: [
                Row(
                    "flag contract, unknown account, 1,000,000 accounts, requests/s", median(ours), median(alone),
                    atLeast: 0.6 * median(alone)),
                Row("correct logins/s", logins, hashes, atLeast: 0.9 * hashes),
                Row("health p99 while logins saturate, ms", health, 0, limit: 10),
                Row("account look-up at 1,000,000, µs", largeLookUp, smallLookUp, limit: 1.5 * smallLookUp),
            ])
    }

    // MARK: - The store

    private func makeStore(_ name: String, accountCount: Int) async throws -> SQLiteStore {
        let store = try SQLiteStore(path: folder.path + "/" + name, cacheSize: 64 << 10)
        let hash = try PasswordHash(of: Secret(Self.password.utf8), cost: .standard)
        for start in stride(from: 0, to: accountCount, by: 1_000) {
            try await store.write { store throws(StoreError) in
                for number in start..<start + 1_000 {
                    guard let name = AccountName(Self.telephone(number)) else { continue }
                    let account = NewAccount(names: [name], passwordHash: hash, creation: Timestamp(seconds: 0))
                    _ = try store.insert(account)
                }
            }
        }
        return store
    }

    /// The number of an account that there is.
    private static func telephone(_ number: Int) -> String { "139" + String(10_000_000 + number * 7) }

    /// The median times of a look-up in a store of 1,000 and in one of 1,000,000 accounts, in microseconds.
    ///
    /// In turn, of accounts that were looked up before.
    private func lookUpTimes(_ small: SQLiteStore, _ large: SQLiteStore) async throws -> (Double, Double) {
        func time(_ store: SQLiteStore, _ number: Int) async throws -> Double {
            guard let name = AccountName(Self.telephone(number)) else { return 0 }
            let start = ContinuousClock.now
            let account = try await store.read { store throws(StoreError) in try store.account(named: name) }
            guard account != nil else { throw MeasurementFailure(description: "an account is not found") }
            return start.duration(to: .now) / .microseconds(1)
        }
        var (smalls, larges): ([Double], [Double]) = ([], [])
        for round in 0..<21 {
            for number in 0..<1_000 {
                let times = (try await time(small, number), try await time(large, number * 7919 % 1_000_000))
                guard round > 0 else { continue }
                smalls.append(times.0)
                larges.append(times.1)
            }
        }
        return (median(smalls), median(larges))
    }

    // MARK: - Programs

    private struct Server {
        let process: Companion
        let port: Int
    }

    /// Starts a server and finds its port: the first number behind a colon, or alone, of what it writes.
    private func start(_ name: String, _ arguments: [String]) throws -> Server {
        let log = folder.appendingPathComponent(name + ".log")
        try Data().write(to: log)
        let path = programs.appendingPathComponent(name).path
        let process = try Companion(
            Program(
                path: "/bin/sh", arguments: ["-c", "exec \"$@\" > \"$0\" 2>&1", log.path, path] + arguments))
        var port: Int?
        let serves = try comesTrue {
            let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
            let found = text.firstMatch(of: /127\.0\.0\.1:(\d+)/)?.output.1 ?? text.firstMatch(of: /^(\d+)\n/)?.output.1
            port = found.flatMap { Int($0) }
            return port != nil
        }
        if serves, let port { return Server(process: process, port: port) }
        throw MeasurementFailure(description: "\(name) does not serve")
    }

    /// A different stranger each time.
    private static let strangers = """
        wrk.method = "POST"
        wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
        local number = 0
        function request()
            number = number + 1
            wrk.body = string.format("User_Account=138%08d&User_Password=testApp123456&Account_Type=Telephone", number)
            return wrk.format(nil, "/testApp/Login/login.php")
        end
        """

    /// One account after the other, with its password.
    private static let logins = """
        wrk.method = "POST"
        wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
        local number = 0
        function request()
            number = (number + 1) % \(loginCount)
            wrk.body = string.format("User_Account=139%08d&User_Password=\(password)&Account_Type=Telephone",
                10000000 + number * 7)
            return wrk.format(nil, "/testApp/Login/login.php")
        end
        """

    /// Puts load on a port; how many requests a second were answered.
    private func load(_ port: Int, script: String, connections: Int, seconds: Int? = nil) throws -> Double {
        let file = folder.appendingPathComponent("\(UUID()).lua")
        try Data(script.utf8).write(to: file)
        let arguments = [
            "--threads", "1", "--connections", String(connections), "--duration", "\(seconds ?? self.seconds)s",
            "--timeout", "10s", "--script", file.path, "http://127.0.0.1:\(port)/",
        ]
        let text = try ProgramResult(of: "wrk", arguments).output
        guard !text.contains("Non-2xx"),
            let rate = text.firstMatch(of: /Requests\/sec:\s+([\d.]+)/).flatMap({ Double($0.output.1) })
        else { throw MeasurementFailure(description: "wrk says: \(text)") }
        return rate
    }

    /// The 99th percentile of the health's time, in milliseconds, while logins keep all hash workers busy.
    private func healthLatency(_ port: Int) throws -> Double {
        try waitUntilAlone(port)
        let failure = Mutex<String?>(nil)
        let background = Thread {
            do {
                _ = try load(port, script: Self.logins, connections: 12, seconds: seconds + 2)
            } catch { failure.withLock { $0 = "\(error)" } }
        }
        background.start()
        guard try comesTrue({ try metrics(port).contains("\nvestibule_hash_busy \(HashQueue.coreCount)\n") }) else {
            throw MeasurementFailure(description: "the logins do not keep all hash workers busy")
        }
        let health = try askHealth(port)
        _ = comesTrue(within: .seconds(60)) { background.isFinished }
        if let failure = failure.withLock(\.self) { throw MeasurementFailure(description: failure) }
        return health
    }

    /// Waits until the connections of an earlier load are gone: a peer may have sixteen.
    private func waitUntilAlone(_ port: Int) throws {
        if try comesTrue({ try metrics(port).contains("\nvestibule_connections 1\n") }) { return }
        throw MeasurementFailure(description: "connections stay open")
    }

    /// What the service measures of itself, on a connection of its own; nothing where it takes none.
    private func metrics(_ port: Int) throws -> String {
        let connection = try RawConnection(.port(UInt16(port)))
        connection.send("GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        return (try? connection.readReply().text) ?? ""
    }

    /// Asks for the health two hundred times a second, as no more than a few watchers would.
    private func askHealth(_ port: Int) throws -> Double {
        let connection = try RawConnection(.port(UInt16(port)))
        var times: [Double] = []
        for _ in 0..<seconds * 200 {
            let start = ContinuousClock.now
            connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            guard try connection.readReply().status == 200 else {
                throw MeasurementFailure(description: "the service says that it is not well")
            }
            times.append(start.duration(to: .now) / .milliseconds(1))
            usleep(5_000)
        }
        return times.sorted()[times.count * 99 / 100]
    }

    // MARK: - libsodium

    /// How many passwords a second all cores compare when they do nothing else.
    private func hashRate() throws -> Double {
        let hash = try PasswordHash(of: Secret(Self.password.utf8), cost: .standard)
        let count = Mutex(0)
        let end = ContinuousClock.now + .seconds(seconds)
        let start = ContinuousClock.now
        let threads = (0..<HashQueue.coreCount).map { _ in
            Thread {
                while ContinuousClock.now < end, (try? hash.matches(Secret(Self.password.utf8))) == true {
                    count.withLock { $0 += 1 }
                }
            }
        }
        for thread in threads { thread.start() }
        _ = comesTrue(within: .seconds(60 + seconds)) { threads.allSatisfy(\.isFinished) }
        return Double(count.withLock(\.self)) / (start.duration(to: .now) / .seconds(1))
    }
}
