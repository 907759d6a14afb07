import AccountEngine
import Accounts
import Cryptography
import Glibc
import Outbox
import ProgramTesting
import Testing

@Suite("MessageCommand", .timeLimit(.minutes(5)))
struct MessageCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A6: the command is given the message on its standard input, and nothing on its command line")
    func input() throws {
        let command = MessageCommand(
            "cat > '\(folder.file("sent"))'; tr '\\0' ' ' < /proc/$$/cmdline > '\(folder.file("line"))'")
        #expect(command.route == .message)
        try command.send(try makeMessage())
        #expect(
            folder.text(of: "sent") == (try makeMessage().text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }))
        #expect(folder.text(of: "line")?.contains("1354213") == false)
    }

    @Test(
        "A6: a status other than 0, an end by a signal, and no such command are failures, told with the command's words",
        arguments: [
            ("exit 1", "status 1"), ("kill -9 $$", "status 137: Killed"),
            ("echo no; echo credit >&2; exit 75", "status 75: credit"),
            ("exec vestibule-no-such-command 2> /dev/null", "status 127"),
            ("printf 'a\\n\\nb\\r\\n' >&2; exit 2", "status 2: a / b"),
        ])
    func failures(command: String, reason: String) {
        #expect(throws: SendingFailure(reason)) { try MessageCommand(command).send(try makeMessage()) }
    }

    @Test("A6, A9: neither the code nor the recipient is among the words, and a flood of them is cut and keeps nobody")
    func secretWords() throws {
        let told = try #require(throws: SendingFailure.self) {
            try MessageCommand("cat >&2; exit 1").send(try makeMessage())
        }
        #expect(told.reason.hasSuffix("Code: …") && told.reason.hasPrefix("status 1: To: … / Subject"))
        let flood = try #require(throws: SendingFailure.self) {
            try MessageCommand("head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 1", deadline: .seconds(300))
                .send(try makeMessage())
        }
        #expect(flood.reason == "status 1: " + String(repeating: "x", count: 500))
    }

    @Test("A6: a command that reads nothing is none")
    func unread() throws {
        try MessageCommand("exec <&-; exit 0").send(try makeMessage())
    }

    @Test("A6: after the deadline the command and all that it started are killed")
    func deadline() throws {
        let command = MessageCommand(
            "sleep 1000 & echo $! > '\(folder.file("child"))'; wait", deadline: .milliseconds(200))
        #expect(throws: SendingFailure("did not end in time")) { try command.send(try makeMessage()) }
        let child = try #require(folder.text(of: "child").flatMap { pid_t($0.dropLast()) })
        #expect(ends(child))
    }

    @Test("A6: the command has no terminal, no output of ours, no blocked signals, and not the vault's key")
    func surroundings() throws {
        setenv("VESTIBULE_VAULT_KEY", "secret", 1)
        defer { unsetenv("VESTIBULE_VAULT_KEY") }
        let script = """
            exec 3> '\(folder.file("seen"))'
            outputs=$(readlink /proc/$$/fd/1 /proc/$$/fd/2 | sed 's/:.*//')
            echo "$outputs" >&3
            (: < /dev/tty) 2> /dev/null && echo terminal >&3
            echo "key=$VESTIBULE_VAULT_KEY home=$HOME" >&3
            # In the shell's place: a shell that waits blocks signals for a moment itself.
            exec grep SigBlk /proc/self/status >&3
            """
        try MessageCommand(script).send(try makeMessage())
        let lines = folder.text(of: "seen")?.split(separator: "\n").map(String.init)
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        #expect(lines == ["/dev/null", "pipe", "key= home=\(home)", "SigBlk:\t0000000000000000"])
    }
}
