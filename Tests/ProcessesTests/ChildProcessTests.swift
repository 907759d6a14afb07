import Glibc
import Testing

@testable import Processes

@Suite("Child processes", .timeLimit(.minutes(5)))
struct ChildProcessTests {
    /// What comes out of `pipe` until its other end is closed.
    private func text(from pipe: Pipe) -> String {
        close(pipe.input)
        defer { close(pipe.output) }
        var text: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while case let count = read(pipe.output, &bytes, bytes.count), count > 0 { text += bytes[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    private var farOff: ContinuousClock.Instant { .now + .seconds(60) }

    @Test("A child reads and writes what it is given, and its status is told")
    func streams() throws {
        let (down, up, complaints) = (try #require(Pipe()), try #require(Pipe()), try #require(Pipe()))
        let child = try #require(
            ChildProcess(
                .shell("read line; echo \"[$line]\"; echo aside >&2; exit 7"), input: down.output, output: up.input,
                errorOutput: complaints.input))
        close(down.output)
        #expect(write(down.input, "hello\n", 6) == 6)
        close(down.input)
        #expect(text(from: up) == "[hello]\n")
        #expect(text(from: complaints) == "aside\n")
        #expect(child.wait(until: farOff) == 7 << 8)
        #expect(child.wait(until: .now) == 7 << 8)
        child.end()
    }

    @Test("A child has nothing of ours: no descriptor, no blocked signal, no terminal, no key of the vault")
    func surroundings() throws {
        setenv("VESTIBULE_VAULT_KEY", "secret", 1)
        defer { unsetenv("VESTIBULE_VAULT_KEY") }
        let leaked = open("/dev/null", O_RDONLY)
        defer { close(leaked) }
        let up = try #require(Pipe())
        let script = """
            echo "key=$VESTIBULE_VAULT_KEY"
            (: < /dev/tty) 2> /dev/null && echo terminal
            [ -e /proc/self/fd/\(leaked) ] && echo leaked
            readlink /proc/$$/fd/0 /proc/$$/fd/2
            exec grep SigBlk /proc/self/status
            """
        let child = try #require(ChildProcess(.shell(script), output: up.input))
        #expect(
            text(from: up).split(separator: "\n") == [
                "key=", "/dev/null", "/dev/null", "SigBlk:\t0000000000000000",
            ])
        #expect(child.wait(until: farOff) == 0)
    }

    @Test("Ending a child ends what it has started, and lets it tidy up where there is patience")
    func ending() throws {
        let up = try #require(Pipe())
        let polite = try #require(
            ChildProcess(.shell("trap 'echo bye; exit 3' TERM; echo up; sleep 1000 & wait"), output: up.input))
        var byte: UInt8 = 0
        #expect(read(up.output, &byte, 1) == 1)
        polite.end(patience: .seconds(60))
        #expect(polite.wait(until: .now) == 3 << 8)
        // The sleeper had the pipe open too.
        #expect(text(from: up) == "p\nbye\n")

        let other = try #require(Pipe())
        let stubborn = try #require(
            ChildProcess(.shell("trap '' TERM; echo up; while :; do sleep 1000; done"), output: other.input))
        #expect(read(other.output, &byte, 1) == 1)
        stubborn.end(patience: .milliseconds(20))
        #expect(stubborn.wait(until: .now) == SIGKILL)
        #expect(text(from: other) == "p\n")
    }

    @Test("The last reference ends a child")
    func release() throws {
        let up = try #require(Pipe())
        var child = ChildProcess(.shell("exec sleep 1000"), output: up.input)
        #expect(child?.wait(until: .now) == nil)
        child = nil
        #expect(text(from: up) == "")
    }

    @Test("What is not there cannot be started, and is looked for beside this program only")
    func missing() {
        let program = Program.besideThisOne("no-such-program", arguments: ["x"])
        #expect(program.path.hasPrefix("/") && program.path.hasSuffix("/no-such-program"))
        #expect(!program.isThere && ChildProcess(program) == nil)
        #expect(Program.shell("x").isThere)
    }
}
