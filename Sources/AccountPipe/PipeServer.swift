import AccountWire
import Accounts
import Cryptography
import Glibc
import Synchronization
import Threads

/// The other end of the pipe: reads calls, has a service answer them, and writes the answers (section 5).
public final class PipeServer: Sendable {
    private let service: any AccountService
    private let input: CInt
    private let output: CInt
    private let executor = WorkerExecutor(threadCount: 8)
    private let tasks = Mutex<[Int64: Task<Void, Never>]>([:])
    /// Whether somebody listens; held while a line is written.
    private let isOpen = Mutex(true)

    /// Serves `service` to whoever is at the other ends of two descriptors, which stay the caller's.
    ///
    /// SIGPIPE must be ignored or blocked: whoever listens may go.
    public init(_ service: any AccountService, input: CInt, output: CInt) {
        self.service = service
        self.input = input
        self.output = output
    }

    /// Says what the service offers, and answers calls until the other end is closed.
    ///
    /// - Returns: false when something came that is no call.
    public func run() -> Bool {
        let declaration = start { [self] in write(await firstLine()) }
        defer {
            // The descriptor may be another's once this has returned.
            isOpen.withLock { $0 = false }
            declaration.cancel()
            for task in tasks.withLock({ $0.values.map(\.self) }) { task.cancel() }
        }
        var reader = LineReader(input)
        while true {
            guard case .lines(let lines) = reader.read() else { return true }
            for line in lines {
                guard case .success(let line) = line, let request = try? PipeRequest(line) else { return false }
                take(request)
            }
        }
    }

    /// The declaration, or why there is none.
    private func firstLine() async -> JSONValue {
        do throws(ServiceError) {
            return try await service.declare().json
        } catch { return PipeReply(id: 0, ProblemDetails(error)).json }
    }

    private func take(_ request: PipeRequest) {
        switch request {
        case .cancel(let id): tasks.withLock { $0.removeValue(forKey: id) }?.cancel()
        case .call(let id, let name, let body):
            tasks.withLock { tasks in
                tasks[id] = start { [self] in
                    let reply = await reply(to: name, body, as: id)
                    // Nobody waits for it when it is not there any more.
                    guard self.tasks.withLock({ $0.removeValue(forKey: id) }) != nil else { return }
                    write(reply.json)
                }
            }
        }
    }

    private func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: executor) { await body() }
    }

    private func reply(to name: String, _ body: JSONValue, as id: Int64) async -> PipeReply {
        do throws(ProblemDetails) {
            guard let call = Call(rawValue: name) else { throw ProblemDetails(ProblemKind.unsupported) }
            return PipeReply(id: id, body: try await service.answer(to: call, body, try Self.reference(in: body)))
        } catch { return PipeReply(id: id, error) }
    }

    private static func reference(in body: JSONValue) throws(ProblemDetails) -> SessionReference {
        do throws(MessageFault) {
            return try SessionReference(body)
        } catch { throw ProblemDetails(error) }
    }

    /// Writes one line; whoever does not listen any more misses nothing.
    private func write(_ json: JSONValue) {
        guard let line = json.line else { return }
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            line.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = Glibc.write(output, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                    guard count > 0 || errno == EINTR else { return }
                    rest = rest.dropFirst(max(0, count))
                }
            }
        }
    }
}
