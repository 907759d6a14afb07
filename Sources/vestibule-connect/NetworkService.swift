import Accounts

/// The service at the URL that `options` name; nothing is asked of it before the first call.
func makeService(for options: ConnectionOptions) throws(ConnectionFault) -> any AccountService {
    throw ConnectionFault(message: "there is no client for this URL")
}
