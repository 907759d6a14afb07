import Accounts
import Threads

/// Sends requests to one host, or to a socket of this machine.
///
/// Each call has a connection of its own, so that a cancelled one's is closed at once and a broken one is nobody
/// else's; a login and a count a minute do not miss the others.
final class HTTPClient: Sendable {
    private let settings: NetworkSettings
    private let socketPath: String?
    private let workers = Workers(count: 8)

    /// Will send requests as `settings` say, to the Unix socket at `socketPath` where there is one.
    init(_ settings: NetworkSettings, socketPath: String? = nil) {
        self.settings = settings
        self.socketPath = socketPath
    }

    /// Sends `request` and waits for the whole reply.
    ///
    /// - Throws: ``ServiceError/cancelled`` as soon as the task is cancelled, or trouble.
    func send(_ request: HTTPRequest) async throws(ServiceError) -> HTTPReply {
        let transfer = Transfer(request, settings, socketPath: socketPath)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ticket = workers.submit { continuation.resume(returning: transfer.run()) }
                if ticket == nil { continuation.resume(returning: .failure(.busy)) }
            }
        } onCancel: {
            transfer.cancel()
        }
        return try result.get()
    }
}
