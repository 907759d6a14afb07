import Accounts
import Cryptography
import Glibc
import Processes
import Synchronization
import Testing

@testable import AccountPipe

/// What a program in a few lines of shell says first.
let hello = #"{"vestibule":1,"calls":["login","logout","notices"]}"#

/// A service in a few lines of shell, which sees what was asked as `$line`.
final class ShellService: Sendable {
    /// The client end.
    let service: PipeService
    private let logged = Mutex<[String]>([])
    /// What each run says first of all on its standard error.
    private static let start = "run"

    /// Runs `script`, which speaks first and ends by itself.
    init(_ script: String, firstLine: Duration = .seconds(60), call: Duration = .seconds(60)) {
        var patience = PipeService.Patience()
        (patience.firstLine, patience.call) = (firstLine, call)
        let log = Box<@Sendable ([String]) -> Void>()
        service = PipeService(
            .shell("echo \(Self.start) >&2; \(script)"),
            expected: ServiceDeclaration(calls: [], passwordPolicy: .standard), patience: patience,
            log: { log.value.withLock(\.self)?($0) })
        log.value.withLock { value in value = { [weak self] lines in self?.logged.withLock { $0 += lines } } }
    }

    /// Says hello, and answers every call by the statements `answer`.
    static func answering(_ answer: String, call: Duration = .seconds(60)) -> ShellService {
        ShellService("echo '\(hello)'; while read -r line; do \(answer); done", call: call)
    }

    /// What came to the log so far, by runs of the program.
    var log: [[String]] {
        let lines = logged.withLock(\.self)
        return lines.split(separator: Self.start, omittingEmptySubsequences: false).dropFirst().map(Array.init)
    }

    /// Logs in as somebody.
    func logIn(_ account: String = "ada") async throws -> Session {
        try await service.logIn(
            Credentials(account: account, password: Secret("correct horse".utf8), policy: .notEmpty))
    }

    /// What logging in comes to, if it does not succeed.
    func failure() async -> ServiceError? {
        do {
            _ = try await logIn()
            return nil
        } catch { return error as? ServiceError }
    }

    deinit { service.close() }
}

/// A value that is filled in later.
private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}

extension String {
    /// A shell's statement that answers with the status and body, under the number of the call.
    static func reply(_ status: Int, _ body: String) -> String {
        """
        id=${line#*:}; id=${id%%,*}; printf '{"id":%s,"status":\(status),"body":%s}\\n' "$id" '\(body)'
        """
    }
}

/// Waits until something is so.
func wait(for expectation: String, _ condition: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while !condition() {
        try #require(ContinuousClock.now < end, "waited for \(expectation)")
        await Task.yield()
    }
}
