import Accounts
import Cryptography
import Glibc
import OwnThreads
import ProgramTesting
import Testing

@testable import AccountPipe

@Suite("A service in another program (section 5, exec:)", .timeLimit(.minutes(10)), .ownThreads())
struct PipeServiceTests {
    /// For tasks that a test begins itself, which do not inherit where it runs.
    private let threads = OwnThreads.ownThreads().executor
    static let session = #"{"token":"t0ken","user":{"account":"ada","id":"7"}}"#

    @Test("Calls are answered by one run of the program, under numbers that rise")
    func calls() async throws {
        let shell = ShellService.answering(
            "case $line in *login*) \(String.reply(200, Self.session));; *) \(String.reply(204, "{}"));; esac")
        let session = try await shell.logIn()
        #expect(session == Session(token: Secret("t0ken".utf8), user: User(account: "ada", id: "7")))
        #expect(try await shell.logIn() == session)
        try await shell.service.logOut(session)
        shell.service.close()
        #expect(shell.log == [[]])
    }

    @Test("What is sent is what 6.1 says, on one line")
    func request() async throws {
        let shell = ShellService.answering("printf '%s\\n' \"$line\" >&2; exit")
        #expect(await shell.failure() == .trouble(.programEnded))
        shell.service.close()
        let line = try #require(shell.log.first?.first)
        #expect(
            line.hasSuffix(#","call":"login","body":{"account":"ada","password":"correct horse","remember":false}}"#))
    }

    @Test("Many calls at once are told apart by their numbers")
    func concurrency() async throws {
        // Two calls are read before the second and then the first are answered, each with its own account's name.
        let shell = ShellService(
            """
            answer() { id=${1#*:}; id=${id%%,*}; name=${1#*account\\":\\"}; name=${name%%\\"*}
              printf '{"id":%s,"status":200,"body":{"user":{"account":"%s"}}}\\n' "$id" "$name"; }
            echo '\(hello)'; while read -r a && read -r b; do answer "$b"; answer "$a"; done
            """)
        async let first = shell.logIn("ada")
        async let second = shell.logIn("eve")
        #expect(try await first.user.account == "ada")
        #expect(try await second.user.account == "eve")
    }

    @Test(
        "Refusals come back as what they are, also from a program that knows nothing but statuses",
        arguments: [
            (403, "{}", ServiceError.credentialsWrong(next: nil)), (404, "{}", .accountUnknown),
            (429, #"{"type":"/problems/locked","retryAfter":240}"#, .locked(seconds: 240)), (503, "{}", .busy),
            (403, #"{"type":"/problems/refused","detail":"geh weg"}"#, .refused(text: "geh weg")),
            (500, "{}", .trouble(.serviceFailed)),
        ])
    func refusals(_ status: Int, _ body: String, _ error: ServiceError) async {
        let shell = ShellService.answering(.reply(status, body))
        #expect(await shell.failure() == error)
        #expect(await shell.failure() == error)
        shell.service.close()
        #expect(shell.log == [[]])
    }

    @Test("The declaration is the first line; before it, what is expected")
    func declaration() async throws {
        let shell = ShellService(
            #"echo '{"vestibule":1,"calls":["register"],"policy":{"password":{"minimum":1}},"info":{"reset":"ask Bob"}}'; cat"#
        )
        #expect(shell.service.declaration == ServiceDeclaration(calls: [], passwordPolicy: .standard))
        let declared = try await shell.service.declare()
        #expect(
            declared
                == ServiceDeclaration(
                    calls: .register, passwordPolicy: .notEmpty, information: [.reset: "ask Bob"]))
        #expect(shell.service.declaration == declared)
    }

    @Test("What the program does not offer is not asked of it")
    func notOffered() async throws {
        let shell = ShellService(#"echo '{"vestibule":1,"calls":["login"]}'; read -r line; echo "$line" >&2"#)
        let session = Session(token: Secret("t".utf8), user: User(account: "ada"))
        await #expect(throws: ServiceError.unsupported) { try await shell.service.notices(in: session) }
        await #expect(throws: ServiceError.sessionEnded) { try await shell.service.resume(Secret("t".utf8)) }
        try await shell.service.logOut(session)
        shell.service.close()
        #expect(shell.log == [[]])
    }

    @Test("A program may say why it cannot declare itself; the next call starts it again")
    func noDeclaration() async {
        let shell = ShellService(#"echo started >&2; echo '{"id":0,"status":504,"body":{}}'; cat"#)
        #expect(await shell.failure() == .trouble(.timedOut))
        #expect(await shell.failure() == .trouble(.timedOut))
        shell.service.close()
        #expect(shell.log == [["started"], ["started"]])
    }

    // MARK: - Cancelling and waiting

    @Test("L8: a cancelled call is given up at once, the program is told, and its late reply changes nothing")
    func cancellation() async throws {
        let folder = try TemporaryFolder()
        // The reply to the first line comes after the line that cancels it, then one to the third.
        let shell = ShellService(
            """
            echo '\(hello)'; read -r line; : > '\(folder.file("got"))'; first=$line
            read -r line; echo "$line" >&2
            line=$first; \(String.reply(200, #"{"user":{"account":"late"}}"#))
            read -r line; \(String.reply(200, Self.session)); cat
            """)
        _ = try await shell.service.declare()
        let task = Task(executorPreference: threads) { try await shell.logIn() }
        try await wait(for: "the call to be there") { size(of: folder.file("got")) != nil }
        task.cancel()
        await #expect(throws: ServiceError.cancelled) { try await task.value }
        #expect(try await shell.logIn().user.account == "ada")
        shell.service.close()
        #expect(shell.log.first?.last?.hasPrefix(#"{"cancel":"#) == true)
    }

    @Test("A call that is cancelled before it is made is not made, and the program hears nothing of it")
    func cancelledBefore() async throws {
        let shell = ShellService.answering("echo \"$line\" >&2; \(String.reply(200, Self.session))")
        _ = try await shell.service.declare()
        let task = Task(executorPreference: threads) {
            while !Task.isCancelled { await Task.yield() }
            return try await shell.logIn()
        }
        task.cancel()
        await #expect(throws: ServiceError.cancelled) { try await task.value }
        _ = try await shell.logIn("eve")
        shell.service.close()
        #expect(shell.log.first?.count == 1 && shell.log.first?.first?.contains("eve") == true)
    }

    @Test("A call that is not answered in time is trouble, and the program is told; others go on")
    func timeout() async throws {
        let shell = ShellService.answering(
            "case $line in *cancel*) echo cancelled >&2;; esac", call: .milliseconds(50))
        #expect(await shell.failure() == .trouble(.timedOut))
        #expect(await shell.failure() == .trouble(.timedOut))
        shell.service.close()
        #expect(shell.log.count == 1)
    }

    @Test("A program that never says hello is given up")
    func silence() async {
        let shell = ShellService("exec sleep 1000", firstLine: .milliseconds(50))
        #expect(await shell.failure() == .trouble(.timedOut))
    }

    @Test("Cancelling does not wait for a program that never says hello")
    func cancelledStart() async {
        let shell = ShellService("exec sleep 1000")
        let task = Task(executorPreference: threads) { try await shell.service.declare() }
        task.cancel()
        await #expect(throws: ServiceError.cancelled) { try await task.value }
    }

    // MARK: - The end

    @Test("Closing ends the program with all that it has started, and nothing starts it again")
    func closing() async throws {
        let shell = ShellService("echo '\(hello)'; echo $$ >&2; sleep 1000 & wait")
        _ = try await shell.service.declare()
        shell.service.close()
        let process = try #require(shell.log.first?.first.flatMap { pid_t($0) })
        #expect(kill(process, 0) != 0 && errno == ESRCH)
        #expect(await shell.failure() == .trouble(.programEnded))
    }

    @Test("Waiting calls are told when the service is closed")
    func closedWhileWaiting() async throws {
        let folder = try TemporaryFolder()
        let shell = ShellService.answering(": > '\(folder.file("got"))'")
        async let failure = shell.failure()
        try await wait(for: "the call to be there") { size(of: folder.file("got")) != nil }
        shell.service.close()
        #expect(await failure == .trouble(.programEnded))
    }
}
