import AccountClients
import Accounts

/// The service at the URL that `options` name; nothing is asked of it before the first call.
///
/// - Throws: ``ConnectionFault`` for a URL that makes no sense, or would have passwords travel unencrypted without
///   leave.
func makeService(
    for options: ConnectionOptions, environment: (String) -> String?
) throws(ConnectionFault) -> any AccountService {
    var settings = NetworkSettings()
    if let timeout = options.timeout { settings.timeout = .seconds(timeout) }
    settings.allowsPlaintext = options.allowsPlaintext
    settings.certificateFile = environment("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
    do throws(ServiceURL.Fault) {
        return try ServiceURL(options.url).makeService(settings)
    } catch { throw ConnectionFault(message: error.message) }
}
