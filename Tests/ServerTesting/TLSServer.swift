import Foundation
import Processes
import ProgramTesting

/// A server of HTTPS with one answer, and with a certificate made for it.
package final class TLSServer {
    /// The port on 127.0.0.1.
    package let port: UInt16
    /// The file of the certificate, for those who trust it.
    package var certificateFile: String { folder + "/certificate.pem" }

    private let folder: String
    private let server: Companion

    /// Answers with `body` and the status 200.
    package init(_ certificate: Certificate, body: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("vestibule-tls-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try certificate.make(in: folder)
        server = try Companion(Program(path: "/usr/bin/python3", arguments: ["-c", Self.script, folder, body]))
        guard let port = server.readLine().flatMap({ UInt16($0) }) else {
            throw ScriptedServer.Failure(what: "no server of HTTPS")
        }
        self.port = port
    }

    deinit {
        server.kill()
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
}
