import Foundation
import Glibc

/// A server of HTTPS with one answer, and with a certificate made for it.
package final class TLSServer {
    /// The certificates that tests need, each signed by itself.
    package enum Certificate: Sendable {
        /// For localhost and 127.0.0.1, good for a day.
        case good
        /// For another host.
        case forAnotherHost
        /// For localhost, no longer good.
        case expired
    }

    /// The port on 127.0.0.1.
    package let port: UInt16
    /// The file of the certificate, for those who trust it.
    package var certificateFile: String { folder + "/certificate.pem" }

    private let folder: String
    private let process = Process()
    /// Its end is the server's.
    private let input = Pipe()

    /// Answers with `body` and the status 200.
    package init(_ certificate: Certificate, body: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("vestibule-tls-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Self.make(certificate, in: folder)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", Self.script, folder, body]
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while case let byte = output.fileHandleForReading.readData(ofLength: 1), !byte.isEmpty, byte != Data([10]) {
            line += byte
        }
        guard let port = UInt16(String(decoding: line, as: UTF8.self)) else {
            throw ScriptedServer.Failure(what: "no server of HTTPS")
        }
        self.port = port
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static let script = """
        import os, socket, ssl, sys, threading
        # Whatever becomes of the tests, this ends with them.
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0))).start()
        folder, body = sys.argv[1], sys.argv[2].encode()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder + "/certificate.pem", folder + "/key.pem")
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        while True:
            connection, _ = listener.accept()
            try:
                with context.wrap_socket(connection, server_side=True) as connection:
                    connection.recv(65536)
                    header = "HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(body)
                    connection.sendall(header.encode() + body)
            except OSError:
                pass
        """

    private static func make(_ certificate: Certificate, in folder: String) throws {
        let (name, days) =
            switch certificate {
            case .good: ("DNS:localhost,IP:127.0.0.1", 1)
            case .forAnotherHost: ("DNS:elsewhere.example", 1)
            case .expired: ("DNS:localhost,IP:127.0.0.1", -1)
            }
        try Data("subjectAltName=\(name)\n".utf8).write(to: URL(fileURLWithPath: folder + "/names"))
        try openssl([
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=test",
            "-keyout", folder + "/key.pem", "-out", folder + "/request.pem",
        ])
        try openssl([
            "x509", "-req", "-in", folder + "/request.pem", "-signkey", folder + "/key.pem", "-days", String(days),
            "-extfile", folder + "/names", "-out", folder + "/certificate.pem",
        ])
    }

    private static func openssl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ScriptedServer.Failure(what: "no certificate") }
    }
}
