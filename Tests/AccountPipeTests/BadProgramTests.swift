import Accounts
import Cryptography
import OwnThreads
import Testing

@testable import AccountPipe

/// Programs that do what no program should (section 5): trouble in plain words (L12), and the next call tries again.
@Suite("Bad programs behind the pipe", .timeLimit(.minutes(10)), .ownThreads())
struct BadProgramTests {
    static let calm = PipeServiceTests.session

    /// Expects the same trouble twice, from two runs of the program.
    private func expectTrouble(_ script: String, _ trouble: ServiceError.Trouble) async {
        let shell = ShellService(script)
        #expect(await shell.failure() == .trouble(trouble))
        #expect(await shell.failure() == .trouble(trouble))
        shell.service.close()
        #expect(shell.log.count == 2)
    }

    @Test(
        "One that ends before it has said anything, or in the middle of a line",
        arguments: ["exit 0", "exit 1", "kill -9 $$", "printf '{\"vestibule\":1'", "exec >&-; exec sleep 1000"])
    func ends(_ script: String) async {
        await expectTrouble(script, .programEnded)
    }

    @Test("One that is not there, or must not be run", arguments: ["vestibule-no-such-program", "exec /etc/passwd"])
    func missing(_ script: String) async {
        await expectTrouble(script, .programMissing)
    }

    @Test(
        "One whose first line is no declaration",
        arguments: [
            "echo", "echo hello", "echo '{}'", "echo '[]'", "echo '{\"vestibule\":2,\"calls\":[]}'",
            "echo '{\"vestibule\":1,\"calls\":[7]}'", #"printf '{"vestibule":1,"calls":[]}\0\n'"#,
            #"printf '\377\n'"#, "echo '{\"id\":0,\"status\":200}'", "exec head -c 100000000 /dev/zero",
            "exec yes garbage", "yes | tr -d '\\n'", #"printf '\033]0;title\007\n'"#,
            #"echo '{"vestibule":1,"calls":[],"info":{"help":7}}'"#,
            #"echo '{"vestibule":1,"calls":[],"calls":[]}'"#,
        ])
    func firstLine(_ script: String) async {
        await expectTrouble("\(script); cat > /dev/null", .replyMalformed)
    }

    @Test(
        "One whose answer is no reply",
        arguments: [
            "echo garbage", "echo '{}'", "echo '{\"id\":1}'", "echo '{\"id\":\"2\",\"status\":200}'",
            "echo '{\"id\":2,\"status\":\"200\"}'", "echo '{\"id\":2,\"status\":20}'",
            "echo '{\"id\":0,\"status\":200}'",
            "echo '{\"id\":99,\"status\":200}'", "echo '{\"id\":-1,\"status\":200}'",
            "echo '{\"id\":2,\"id\":2,\"status\":200}'", "head -c 100000000 /dev/zero", "printf '\\0\\n'",
            "printf '{\"id\":2,\"status\":200,\"body\":{\"user\":{\"account\":\"\\\\u0000\"}}}\\n'",
            "yes '{\"id\":77,\"status\":200}' | head -c 100000000",
        ])
    func answer(_ statement: String) async {
        let script = "echo '\(hello)'; read -r line; \(statement); cat > /dev/null"
        await expectTrouble(script, .replyMalformed)
    }

    @Test(
        "One that ends instead of answering, or half way through the answer", arguments: ["exit", "printf '{\"id\":'"])
    func endsLater(_ statement: String) async {
        await expectTrouble("echo '\(hello)'; read -r line; \(statement)", .programEnded)
    }

    @Test(
        "One whose body is not the call's: that call fails, and the program runs on",
        arguments: [
            "{}", "7", "[]", #""text""#, #"{"user":"ada"}"#, #"{"user":{"account":13542138562}}"#,
            #"{"token":7,"user":{"account":"ada"}}"#,
        ])
    func body(_ body: String) async {
        let shell = ShellService.answering(.reply(200, body))
        #expect(await shell.failure() == .trouble(.replyMalformed))
        #expect(await shell.failure() == .trouble(.replyMalformed))
        shell.service.close()
        #expect(shell.log.count == 1)
    }

    @Test("What one says on its standard error is told while it runs, line by line, and at its end what has no end")
    func complaintsWhileRunning() async throws {
        let shell = ShellService.answering("printf 'one\ntwo\nthr' >&2; read -r line; printf 'ee\nfour' >&2; exit")
        async let failure = shell.failure()
        try await wait(for: "whole lines") { shell.log == [["one", "two"]] }
        #expect(await shell.failure() == .trouble(.programEnded))
        #expect(await failure == .trouble(.programEnded))
        shell.service.close()
        #expect(shell.log == [["one", "two", "three", "four"]])
    }

    @Test("One that floods its standard error: a part is kept, its last line too, and answers come all the same")
    func complaints() async throws {
        let shell = ShellService.answering(
            "yes complaint | head -c 10000000 >&2; \(String.reply(200, Self.calm)); echo last >&2; exit")
        #expect(try await shell.logIn().user.account == "ada")
        shell.service.close()
        let lines = try #require(shell.log.first)
        // A million were said, and no pipe holds less than a page.
        #expect(lines.count < 1_000_000 / 20 && lines.last == "last")
    }

    @Test("One that closes its standard error, or never reads, is served as any other")
    func closedStreams() async throws {
        let deaf = ShellService("echo '\(hello)'; exec sleep 1000", call: .milliseconds(300))
        let name = String(repeating: "x", count: 500)
        _ = try await deaf.service.declare()
        await withTaskGroup { group in
            // More than any pipe takes.
            for _ in 0..<300 { group.addTask { _ = try? await deaf.logIn(name) } }
        }
        let quiet = ShellService.answering("exec 2>&-; \(String.reply(200, Self.calm))")
        #expect(try await quiet.logIn().user.account == "ada")
        #expect(try await quiet.logIn().user.account == "ada")
    }

    @Test("After trouble a program that is well again is used again")
    func recovery() async throws {
        let shell = ShellService(
            "echo '\(hello)'; read -r line; case $line in *ada*) exit;; esac; \(String.reply(200, Self.calm)); cat")
        #expect(await shell.failure() == .trouble(.programEnded))
        #expect(try await shell.logIn("eve").user.account == "ada")
    }
}
