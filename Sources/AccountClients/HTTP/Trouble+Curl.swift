import Accounts
import CCurl
import Glibc

extension ServiceError.Trouble {
    /// What a person can make of the library's code (L12).
    ///
    /// - Parameters:
    ///   - code: what the transfer came to.
    ///   - systemError: the `errno` of the attempt to connect.
    ///   - words: the library's own, for developers.
    ///   - isSocket: whether the service is a socket of this machine, where no network is in between.
    init(_ code: CURLcode, systemError: Int, words: String, isSocket: Bool) {
        self =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .hostUnknown
            case CURLE_COULDNT_CONNECT: isSocket ? .connectionRefused : Self.forConnecting(systemError)
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_SSL_CONNECT_ERROR: Self.forHandshake(words)
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_INVALIDCERTSTATUS:
                .encryptionFailed
            case CURLE_SSL_CACERT_BADFILE: .authoritiesMissing
            case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE: .connectionLost
            case CURLE_WRITE_ERROR, CURLE_FILESIZE_EXCEEDED, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY,
                CURLE_BAD_CONTENT_ENCODING:
                // Stopped because there was too much of it, or no HTTP.
                .replyMalformed
            default: .serviceFailed
            }
    }

    private static func forConnecting(_ systemError: Int) -> Self {
        switch CInt(truncatingIfNeeded: systemError) {
        case ECONNREFUSED: .connectionRefused
        // Taken, and closed before anything was said.
        case ECONNRESET, ECONNABORTED, EPIPE: .connectionLost
        default: .hostUnreachable
        }
    }

    /// Whether the handshake broke off, or came to no agreement.
    ///
    /// The library has one code for both, and quotes OpenSSL only where that has something to say. For a connection
    /// that just ends it has that since version 3, and where it names the number 0 it knows of no error.
    static func forHandshake(_ words: String) -> Self {
        let isBrokenOff = ["unexpected eof", "error:00000000"].contains { words.contains($0) }
        return words.contains("error:") && !isBrokenOff ? .encryptionFailed : .connectionLost
    }
}
