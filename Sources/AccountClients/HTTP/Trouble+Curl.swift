import Accounts
import CCurl
import Glibc

extension ServiceError.Trouble {
    /// What a person can make of the library's code (L12).
    ///
    /// - Parameters:
    ///   - code: what the transfer came to.
    ///   - systemError: the `errno` of the attempt to connect.
    init(_ code: CURLcode, systemError: Int) {
        self =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .hostUnknown
            case CURLE_COULDNT_CONNECT: Self.forConnecting(systemError)
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
                .encryptionFailed
            case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE: .connectionLost
            case CURLE_WRITE_ERROR, CURLE_FILESIZE_EXCEEDED, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY,
                CURLE_BAD_CONTENT_ENCODING:
                // Stopped because there was too much of it, or no HTTP.
                .replyMalformed
            default: .serviceFailed
            }
    }

    /// A socket's path may also lead nowhere, or where this user may not go.
    private static func forConnecting(_ systemError: Int) -> Self {
        switch CInt(truncatingIfNeeded: systemError) {
        case ECONNREFUSED, ENOENT, ENOTSOCK, EAGAIN: .connectionRefused
        default: .hostUnreachable
        }
    }
}
