import Synchronization
import Testing
import Threads

/// Runs each test of a suite on threads of its module's own: tests of other modules may hold up the pool's threads for
/// minutes, and with them every answer that is waited for with a deadline.
public struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    /// The threads, which a task that the test begins itself has to name as well.
    public let executor: WorkerExecutor

    private static let executors = Mutex<[Substring: WorkerExecutor]>([:])

    /// Finds the threads of a module, or starts them.
    init(module: Substring) {
        executor = Self.executors.withLock { executors in
            if let executor = executors[module] { return executor }
            let executor = WorkerExecutor(threadCount: 4)
            executors[module] = executor
            return executor
        }
    }

    /// Whether the trait holds for each test of a suite.
    public var isRecursive: Bool { true }

    /// Runs `function`, the body of a test.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(executor) { try await function() }
    }
}

extension Trait where Self == OwnThreads {
    /// On threads that only the tests of `file`'s module use; the default is whoever calls.
    public static func ownThreads(file: StaticString = #fileID) -> Self {
        Self(module: "\(file)".split(separator: "/")[0])
    }
}
