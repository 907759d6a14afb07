import Cryptography
import Foundation
import MariaDBTesting
import OwnThreads
import ProgramTesting
import ServerTesting
import TerminalTesting
import Testing

/// The built service on a store of its own, all contracts at one place, and the front ends that come to it.
final class ServedAccounts {
    /// How the front ends reach the service.
    enum Way: CaseIterable {
        case encrypted, socket
    }

    /// What the front ends speak.
    enum Contract: CaseIterable {
        case native, flags, xml
    }

    /// The characters of every picture, after ``setAnswers()``.
    static let answer = "ACEFH"

    /// The service.
    let service: Vestibuled
    private let administration: AdministrationRun
    private let kind: AdministrationRun.Store
    private let way: Way

    /// Starts the service, whose messages are written to a file.
    init(_ kind: AdministrationRun.Store, _ way: Way) async throws {
        (self.kind, self.way) = (kind, way)
        administration = try await AdministrationRun(kind)
        let isEncrypted = way == .encrypted
        let arguments =
            ["--contracts", "native,flags,xml", "--sms-command", "cat > 'FOLDER/message'"] + Vestibuled.cheapHashes
            + (isEncrypted ? ["--tls-certificate", "FOLDER/certificate.pem", "--tls-key", "FOLDER/key.pem"] : [])
        service = try Vestibuled(
            arguments, listen: isEncrypted ? "127.0.0.1:0" : "unix:FOLDER/socket", store: administration.store
        ) { if isEncrypted { try Certificate.good.make(in: $0.path) } }
    }

    /// Makes an account, as an administrator.
    func add(_ name: String, _ password: String, as option: String = "--name") async throws {
        let added = try await administration.run("account", "add", option, name, "--password-stdin", input: password)
        try #require(added.status == 0, "\(added.errors)")
    }

    // MARK: - Front ends

    /// Starts a front end, which shows the login form.
    func open(_ contract: Contract = .native, in folder: TemporaryFolder? = nil) throws -> FrontEndRun {
        let host = try service.host
        let url =
            switch contract {
            case .native: way == .socket ? host : "https://\(host)"
            case .flags: "php+https://\(host)/testApp/Login/login.php"
            case .xml: "oschina+https://\(host)/"
            }
        return try FrontEndRun.onService(url, in: folder) {
            $0.environment["SSL_CERT_FILE"] = self.service.folder.path + "/certificate.pem"
        }
    }

    /// Makes a request by `curl`, in the way that the front ends take; its reply.
    func curl(_ path: String, _ words: String...) throws -> String {
        let folder = service.folder.path
        let address = way == .socket ? "http://vestibule" : "https://\(try service.host)"
        let trust = way == .socket ? ["--unix-socket", folder + "/socket"] : ["--cacert", folder + "/certificate.pem"]
        return try ProgramResult(of: "curl", ["--silent"] + trust + words + [address + path]).output
    }

    // MARK: - Messages and pictures

    /// The code in the latest message, which it takes away.
    func takeCode(digitCount: Int) throws -> String {
        let path = service.folder.path + "/message"
        let message = String(decoding: try readFile(path), as: UTF8.self)
        try FileManager.default.removeItem(atPath: path)
        let body = try #require(message.range(of: "\n\n")).upperBound
        return String(try #require(message[body...].split { !$0.isNumber }.first { $0.count == digitCount }))
    }

    /// Makes ``answer`` the right one to every picture that has been drawn: no program can read them.
    func setAnswers() async throws {
        let (tables, column) = kind == .sqlite ? ("", "key") : ("vestibule_", "value")
        let key = Secret(Self.bytes(try await ask("SELECT hex(\(column)) FROM \(tables)hash_key")))
        for id in try await ask("SELECT id FROM \(tables)captcha").split(separator: "\n") {
            let digest = TokenDigest(of: Secret("captcha\0\(id)\0\(Self.answer)".utf8), key: key)
            let text = digest.bytes.map { String(format: "%02x", $0) }.joined()
            try await ask("UPDATE \(tables)captcha SET digest = X'\(text)' WHERE id = '\(id)'")
        }
    }

    /// Lets another code be sent before a minute has passed.
    func forgetSends() async throws {
        try await ask("DELETE FROM \(kind == .sqlite ? "" : "vestibule_")code_send")
    }

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Runs a statement in the store; its rows, of one column.
    @discardableResult
    private func ask(_ sql: String) async throws -> String {
        if kind == .mariaDB {
            let server = try await MariaDBServer.shared()
            let database = administration.store.split(separator: "?")[0].split(separator: "/").last
            return try server.query(sql, in: String(try #require(database)))
        }
        let script = """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1], timeout=30)
            for row in store.execute(sys.argv[2]): print(row[0])
            store.commit()
            """
        let path = String(administration.store.dropFirst("sqlite:".count))
        let run = try ProgramResult(of: "python3", "-c", script, path, sql)
        try #require(run.status == 0, "\(run.errors)")
        return run.output
    }
}
