import Accounts
import CCurl
import Cryptography
import Glibc
import Synchronization

/// One request and its reply, made on one thread and cancelled from any.
final class Transfer: @unchecked Sendable {
    /// The most bytes of a reply's header, and of its body.
    static let maximumByteCount = 64 * 1024

    private let request: HTTPRequest
    private let settings: NetworkSettings
    private let socketPath: String?
    private let state = Mutex(State())
    // Touched by the thread that runs the transfer, which is what makes the class safe to share.
    private var body = Secret()
    private var headerByteCount = 0

    private struct State {
        /// What waits for the reply, as long as it does.
        var waiter: Waiter?
        var isCancelled = false
    }

    /// The library's handle for waiting; any thread may wake it, only one does anything else with it.
    private struct Waiter: @unchecked Sendable {
        let handle: UnsafeMutableRawPointer
    }

    /// Prepares a transfer.
    init(_ request: HTTPRequest, _ settings: NetworkSettings, socketPath: String?) {
        self.request = request
        self.settings = settings
        self.socketPath = socketPath
    }

    /// Ends the transfer, now or before it begins.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let waiter = state.waiter { curl_multi_wakeup(waiter.handle) }
        }
    }

    /// Makes the request and waits for the reply; the connection is closed when this returns.
    func run() -> Result<HTTPReply, ServiceError> {
        guard var handle = CurlHandle(), let waiter = curl_multi_init().map(Waiter.init) else {
            return .failure(.busy)
        }
        defer { curl_multi_cleanup(waiter.handle) }
        configure(&handle)
        guard handle.isConfigured, curl_multi_add_handle(waiter.handle, handle.pointer) == CURLM_OK else {
            return .failure(.trouble(.serviceFailed))
        }
        defer { curl_multi_remove_handle(waiter.handle, handle.pointer) }
        switch wait(in: waiter) {
        case nil: return .failure(.cancelled)
        case CURLE_OK?: return .success(reply(from: handle))
        case let code?:
            return .failure(
                .trouble(
                    ServiceError.Trouble(
                        code, systemError: handle.number(CURLINFO_OS_ERRNO), words: handle.errorWords,
                        isSocket: socketPath != nil)))
        }
    }

    // MARK: - Waiting

    /// Waits until the transfer has ended; nil when it was cancelled before that.
    private func wait(in waiter: Waiter) -> CURLcode? {
        state.withLock { $0.waiter = waiter }
        defer { state.withLock { $0.waiter = nil } }
        // The library knows its own deadlines; this is only how long it may sleep where it has none.
        let patience: CInt = 60_000
        while !state.withLock({ $0.isCancelled }) {
            var count: CInt = 0
            guard curl_multi_perform(waiter.handle, &count) == CURLM_OK else { return CURLE_OUT_OF_MEMORY }
            var rest: CInt = 0
            if let message = curl_multi_info_read(waiter.handle, &rest), message.pointee.msg == CURLMSG_DONE {
                return vestibule_curl_message_result(message)
            }
            guard curl_multi_poll(waiter.handle, nil, 0, patience, nil) == CURLM_OK else { return CURLE_OUT_OF_MEMORY }
        }
        return nil
    }

    // MARK: - The request

    private func configure(_ handle: inout CurlHandle) {
        handle.setAddress(request.url, query: request.query)
        handle.set(CURLOPT_NOSIGNAL, 1)
        handle.abandonLookups()
        handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_TIMEOUT_MS, settings.timeout.milliseconds)
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, min(settings.connectTimeout, settings.timeout).milliseconds)
        handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let file = settings.certificateFile { handle.trust(certificatesIn: file) }
        if let socketPath { handle.set(CURLOPT_UNIX_SOCKET_PATH, socketPath) }
        // A proxy would read what is not encrypted.
        if !request.url.hasPrefix("https:") { handle.set(CURLOPT_PROXY, "") }
        handle.set(CURLOPT_USERAGENT, "vestibule")
        handle.setHeader(request.fields)
        handle.setMethod(request.method, body: request.body)
        if let cookies = request.cookies { handle.setCookies(cookies) }
        handle.setReceivers(
            of: self,
            header: { _, size, count, context in
                Transfer.from(context).receiveHeader(size * count)
            },
            body: { bytes, size, count, context in
                Transfer.from(context).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
            })
    }

    // MARK: - The reply

    private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context else { preconditionFailure("the library lost what it was given") }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Counts a line of the header; another number than that of its bytes stops the transfer.
    private func receiveHeader(_ count: Int) -> Int {
        headerByteCount += count
        return headerByteCount <= Self.maximumByteCount ? count : 0
    }

    /// Takes a piece of the body; another number than that of its bytes stops the transfer.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= Self.maximumByteCount else { return 0 }
        body.append(bytes)
        return bytes.count
    }

    private func reply(from handle: borrowing CurlHandle) -> HTTPReply {
        let delay = handle.retryAfter
        return HTTPReply(
            status: handle.number(CURLINFO_RESPONSE_CODE), mediaType: handle.mediaType,
            retryAfter: delay > 0 ? min(delay, 86_400) : nil, body: body,
            cookies: request.cookies == nil ? [] : handle.cookies)
    }
}

extension Duration {
    /// Whole milliseconds, at least one: none at all would mean no limit.
    fileprivate var milliseconds: Int {
        max(1, Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000))
    }
}
