import Accounts

extension ServiceURL {
    /// The client of the service; nothing is asked of it before the first call.
    ///
    /// - Throws: ``Fault`` where passwords would leave this machine unencrypted and that is not allowed.
    public func makeService(_ settings: NetworkSettings) throws(Fault) -> any AccountService {
        guard !isPlaintext || settings.allowsPlaintext else {
            throw Fault(message: "http: sends passwords unencrypted over the network; --allow-plaintext lets it")
        }
        switch contract {
        case .native: return NativeService(self, settings)
        case .flags(let method): return FlagService(self, by: method, settings)
        case .xml: return XMLService(self, settings)
        }
    }
}
