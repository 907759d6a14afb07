import AccountEngine
import Accounts
import Cryptography
import Glibc
import Processes

/// Codes leave through a command that is given the message on its standard input (A6).
///
/// The command is run by `/bin/sh -c`, in a session of its own, so that it has no terminal and Ctrl-C does not reach
/// it; its output goes nowhere, and of its complaints the end to the log where it fails. It has to end with status 0
/// within the deadline, after which it and what it started are killed. So they are when this program ends before, in
/// whatever way: a shell beside the command waits for the end of a pipe that only this program holds open.
public struct MessageCommand: CodeSender {
    private let command: String
    private let deadline: Duration

    /// Runs `$1`, and kills all of the session as soon as descriptor 3 comes to its end.
    private static let guarded = """
        (read -r line <&3; kill -KILL 0) &
        exec 3<&-
        /bin/sh -c "$1"
        status=$?
        kill $!
        exit $status
        """

    /// Will run `command`, for `deadline` at most.
    public init(_ command: String, deadline: Duration = .seconds(10)) {
        self.command = command
        self.deadline = deadline
    }

    /// To the person.
    public var route: CodeDispatch.Route { .message }

    /// Runs the command and waits for its end.
    ///
    /// A message is far smaller than a pipe, so writing neither waits nor needs a reader yet, and a command that does
    /// not read it raises no signal here.
    public func send(_ message: CodeMessage) throws(SendingFailure) {
        let end = ContinuousClock.now + deadline
        guard let input = Pipe() else { throw Self.noDescriptors }
        defer { close(input.output) }
        let isWritten = message.text.withUnsafeBytes { write(input.input, $0.baseAddress, $0.count) == $0.count }
        close(input.input)
        guard isWritten, let lifeline = Pipe() else { throw Self.noDescriptors }
        defer { close(lifeline.input) }
        guard let complaints = Pipe() else {
            close(lifeline.output)
            throw Self.noDescriptors
        }
        defer { close(complaints.output) }
        let process = ChildProcess(
            .shell(Self.guarded, command), input: input.output, errorOutput: complaints.input,
            descriptor3: lifeline.output)
        close(lifeline.output)
        close(complaints.input)
        guard let process else { throw SendingFailure("the shell could not be started") }
        var words = Complaints(complaints.output)
        var status: CInt?
        while status == nil, ContinuousClock.now < end {
            status = process.wait(until: min(end, .now + Self.lookInterval))
            _ = words.read()
        }
        guard status != 0 else { return }
        let said = words.text(hiding: message.secrets)
        throw SendingFailure(Self.ending(status) + (said.isEmpty ? "" : ": " + said))
    }

    /// How often what the command says is taken from it.
    private static let lookInterval = Duration.milliseconds(20)
    private static let noDescriptors = SendingFailure("no descriptors are left")

    /// How the shell ended, whose status is the command's; nil for not in time.
    private static func ending(_ status: CInt?) -> String {
        guard let status else { return "did not end in time" }
        return status & 0x7F == 0 ? "status \(status >> 8)" : "signal \(status & 0x7F)"
    }
}

extension CodeMessage {
    /// What only its recipient may know, and who that is.
    fileprivate var secrets: [Secret] {
        let recipient = Secret(recipient.key.utf8)
        guard case .code(let code, _) = content else { return [recipient] }
        return [recipient, code.digits]
    }
}
