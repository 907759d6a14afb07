import Foundation
import ProgramTesting

/// The certificates that tests need, each signed by itself.
package enum Certificate: Sendable {
    /// For localhost and 127.0.0.1, good for a day.
    case good
    /// For another host.
    case forAnotherHost
    /// For localhost, no longer good.
    case expired

    /// Writes `certificate.pem` and its key, `key.pem`, into `folder`.
    package func make(in folder: String) throws {
        let (name, days) =
            switch self {
            case .good: ("DNS:localhost,IP:127.0.0.1", 1)
            case .forAnotherHost: ("DNS:elsewhere.example", 1)
            case .expired: ("DNS:localhost,IP:127.0.0.1", -1)
            }
        try Data("subjectAltName=\(name)\n".utf8).write(to: URL(fileURLWithPath: folder + "/names"))
        try openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=test",
            "-keyout", folder + "/key.pem", "-out", folder + "/request.pem")
        try openssl(
            "x509", "-req", "-in", folder + "/request.pem", "-signkey", folder + "/key.pem", "-days", String(days),
            "-extfile", folder + "/names", "-out", folder + "/certificate.pem")
    }

    private func openssl(_ arguments: String...) throws {
        let run = try ProgramResult(of: "openssl", arguments)
        guard run.status == 0 else {
            throw ProgramTrouble(
                "openssl", "makes no certificate; sh Resources/setup.sh --tests installs it. \(run.errors)")
        }
    }
}
