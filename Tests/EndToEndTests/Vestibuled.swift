import Foundation
import HTTPTesting
import Processes
import ProgramTesting
import TerminalTesting
import Testing

/// The built account service in a folder of its own; it is killed and the folder removed when this object goes away.
final class Vestibuled {
    /// Where the package manager has put the program: beside the test bundle.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("vestibuled").path
    /// Hashes that cost next to nothing.
    static let cheapHashes = ["--hash-memory", "1", "--hash-passes", "1"]

    /// The folder that everything lies in.
    let folder: URL
    private let arguments: [String]
    private var process: Processes.ChildProcess?
    private var runCount = 0

    /// Starts the service and waits until it listens.
    ///
    /// - Parameters:
    ///   - arguments: behind the address and the store.
    ///   - listen: the address; `FOLDER` in it, and in the arguments, stands for the folder.
    ///   - store: the value of `--store`; a file in the folder unless told.
    ///   - prepare: what is to be in the folder.
    /// - Throws: a failure to start it.
    init(
        _ arguments: [String] = cheapHashes, listen: String = "127.0.0.1:0",
        store: String = "sqlite:FOLDER/accounts.sqlite", prepare: (URL) throws -> Void = { _ in }
    ) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("vestibuled-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try prepare(folder)
        let path = folder.path
        self.arguments =
            (["serve", "--listen", listen, "--store", store] + arguments)
            .map { $0.replacingOccurrences(of: "FOLDER", with: path) }
        try start()
    }

    deinit {
        process?.end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts it again, on the same store, and waits until it listens.
    func start() throws {
        runCount += 1
        let log = folder.appendingPathComponent("log\(runCount)")
        try Data().write(to: log)
        let complaints = try FileHandle(forWritingTo: log)
        defer { try? complaints.close() }
        process = Processes.ChildProcess(
            Program(path: Self.path, arguments: arguments), output: complaints.fileDescriptor,
            errorOutput: complaints.fileDescriptor)
        try wait("the service listens") { log in log.contains("\"event\":\"listening\"") }
    }

    /// What the present run has logged.
    var log: String {
        String(decoding: FileManager.default.contents(atPath: folder.path + "/log\(runCount)") ?? Data(), as: UTF8.self)
    }

    /// Waits until the log fulfils `condition`, or the service has ended.
    func wait(_ expectation: String, _ condition: (String) throws -> Bool) throws {
        var isSo = false
        _ = try comesTrue(within: .seconds(30 * TimeScale.factor)) {
            isSo = try condition(log)
            return try isSo || #require(process).wait(until: .now) != nil
        }
        try #require(isSo, "not so: \(expectation)\n\(log)")
    }

    /// Where it listens.
    var address: RawConnection.Address {
        get throws {
            let text = try #require(log.firstMatch(of: /"address":"([^"]+)"/)).output.1
            if text.hasPrefix("unix:") { return .unix(String(text.dropFirst(5))) }
            let port = text.drop { $0 != ":" }.dropFirst()
            return .port(try #require(UInt16(port)))
        }
    }

    /// The same for `curl`, such as `127.0.0.1:8080`.
    var host: String {
        get throws { String(try #require(log.firstMatch(of: /"address":"([^"]+)"/)).output.1) }
    }

    /// Sends a signal and waits for the end; the exit status, 128 and more for one by a signal.
    func end(by signal: CInt) throws -> CInt {
        send(signal)
        return try waitForEnd()
    }

    /// Sends a signal.
    func send(_ signal: CInt) {
        if let process { kill(process.id, signal) }
    }

    /// Waits for the end; the exit status, 128 and more for one by a signal.
    func waitForEnd() throws -> CInt {
        try ProgramResult.status(#require(process?.wait(until: .now + .seconds(60 * TimeScale.factor))))
    }

    /// The memory that it has resident, in KiB.
    func residentMemory() throws -> Int {
        let status = String(decoding: try readFile("/proc/\(#require(process).id)/status"), as: UTF8.self)
        let size = try #require(status.firstMatch(of: /VmRSS:\s+(\d+) kB/)).output.1
        return try #require(Int(size))
    }

    /// Makes one request on a connection of its own.
    func request(
        _ method: String, _ target: String, _ body: String = "", type: String = "application/json"
    ) throws -> Reply {
        let connection = try RawConnection(address, patience: 60)
        connection.send(Self.text(method, target, body, type: type, isLast: true))
        return try connection.readReply()
    }

    /// Registers an account by the native contract.
    func register(_ account: String, _ password: String) throws -> Reply {
        try request("POST", "/v1/register", Self.credentials(account, password))
    }

    /// Logs in by the flag contract, to an account with a user name.
    func askFlags(_ account: String, _ password: String) throws -> Reply {
        try request(
            "POST", "/testApp/Login/login.php",
            "User_Account=\(account)&User_Password=\(password)&Account_Type=NormalName",
            type: "application/x-www-form-urlencoded")
    }

    /// A request as it is sent.
    static func text(
        _ method: String, _ target: String, _ body: String, type: String = "application/json", isLast: Bool = false
    ) -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(isLast ? "Connection: close\r\n" : "")"
            + "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// The body of a login or registration.
    static func credentials(_ account: String, _ password: String) -> String {
        #"{"account":"\#(account)","password":"\#(password)"}"#
    }
}
