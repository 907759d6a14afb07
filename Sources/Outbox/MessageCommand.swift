import AccountEngine
import Accounts
import Cryptography
import Glibc
import Processes

/// Codes leave through a command that is given the message on its standard input (A6).
///
/// The command is run by `/bin/sh -c`, in a session of its own, so that it has no terminal and Ctrl-C does not reach it;
/// its output goes nowhere. It has to end with status 0 within the deadline, after which it and what it started are
/// killed.
public struct MessageCommand: CodeSender {
    private let command: String
    private let deadline: Duration

    /// Will run `command`, for `deadline` at most.
    public init(_ command: String, deadline: Duration = .seconds(10)) {
        self.command = command
        self.deadline = deadline
    }

    /// To the person.
    public var route: CodeDispatch.Route { .message }

    /// Runs the command and waits for its end.
    public func send(_ message: CodeMessage) throws(SendingFailure) {
        let end = ContinuousClock.now + deadline
        guard let process = start(with: message.text), process.wait(until: end) == 0 else { throw SendingFailure() }
    }

    /// Starts the command with `text` on its standard input; nil where that fails.
    ///
    /// A message is far smaller than a pipe, so writing neither waits nor needs a reader yet, and a command that does
    /// not read it raises no signal here.
    private func start(with text: Secret) -> ChildProcess? {
        guard let pipe = Pipe() else { return nil }
        defer { close(pipe.output) }
        let isWritten = text.withUnsafeBytes { write(pipe.input, $0.baseAddress, $0.count) == $0.count }
        close(pipe.input)
        return isWritten ? ChildProcess(.shell(command), input: pipe.output) : nil
    }
}
