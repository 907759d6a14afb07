import Accounts
import Cryptography
import Glibc
import OwnThreads
import Processes
import Synchronization
import Testing
import Threads

@testable import AccountPipe

/// Answers by account: `ada` gets in, `slow` waits until it is cancelled, everybody else is unknown.
private final class PlainService: AccountService {
    let declaration = ServiceDeclaration(calls: .notices, passwordPolicy: .notEmpty)
    let failure: ServiceError?
    let cancelled = Mutex(0)

    init(failure: ServiceError? = nil) {
        self.failure = failure
    }

    func declare() async throws(ServiceError) -> ServiceDeclaration {
        if let failure { throw failure }
        return declaration
    }

    func logIn(_ credentials: Credentials) async throws(ServiceError) -> Session {
        switch credentials.name.text {
        case "ada": return Session(token: credentials.password, user: User(account: "ada"))
        case "slow":
            while !Task.isCancelled { await Task.yield() }
            cancelled.withLock { $0 += 1 }
            throw .cancelled
        default: throw .accountUnknown
        }
    }

    func logOut(_ session: Session) async throws(ServiceError) {
        guard session.token == Secret("t".utf8) else { throw .sessionEnded }
    }
}

@Suite("The other end of the pipe", .timeLimit(.minutes(10)), .ownThreads())
struct PipeServerTests {
    /// A conversation with a server on a thread of its own.
    private final class Conversation: Sendable {
        private let down: Pipe, up: Pipe
        private let thread = Workers(count: 1)
        private let outcome = Mutex<Bool?>(nil)

        init(_ service: PlainService) throws {
            (down, up) = (try #require(Pipe()), try #require(Pipe()))
            _ = thread.submit { [self] in
                let isGood = PipeServer(service, input: down.output, output: up.input).run()
                outcome.withLock { $0 = isGood }
                // Whoever waits for another line learns that none comes.
                close(up.input)
            }
        }

        func say(_ line: String) {
            #expect(write(down.input, line + "\n", line.utf8.count + 1) == line.utf8.count + 1)
        }

        /// The next line; nil where none comes.
        func line() -> String? {
            var said: [UInt8] = []
            var byte: UInt8 = 0
            while read(up.output, &byte, 1) == 1 {
                if byte == UInt8(ascii: "\n") { return String(decoding: said, as: UTF8.self) }
                said.append(byte)
            }
            return nil
        }

        /// Ends the conversation and tells what the server made of it.
        func end() -> Bool? {
            close(down.input)
            thread.waitUntilIdle()
            close(down.output)
            close(up.output)
            return outcome.withLock { $0 }
        }
    }

    /// Says `lines` to a server and returns its first `count` answers, sorted.
    private func talk(
        _ service: PlainService = PlainService(), answers count: Int, _ lines: String...
    ) throws -> (said: [String], isGood: Bool?) {
        let conversation = try Conversation(service)
        let hello = try #require(conversation.line())
        #expect(hello.hasPrefix(#"{"vestibule":1,"calls":["login","logout","resume","user","notices","captcha"]"#))
        for line in lines { conversation.say(line) }
        let said = (0..<count).compactMap { _ in conversation.line() }
        return (said.sorted(), conversation.end())
    }

    @Test("Calls are answered under their numbers, with the statuses and bodies of 6.1")
    func answers() throws {
        let (said, isGood) = try talk(
            answers: 10,
            #"{"id":1,"call":"login","body":{"account":"ada","password":"pw"}}"#,
            #"{"id":2,"call":"login","body":{"account":"eve","password":"pw"}}"#,
            #"{"id":3,"call":"logout","body":{"token":"t"}}"#,
            #"{"id":4,"call":"logout","body":{"token":"u"}}"#,
            #"{"id":5,"call":"logout"}"#,
            #"{"id":6,"call":"teleport","body":{}}"#,
            #"{"id":7,"call":"login","body":{"account":"ada","password":7}}"#,
            #"{"id":8,"call":"session-end","body":{"token":"t"}}"#,
            #"{"id":9,"call":"register","body":{"account":"ada","password":"pw"}}"#,
            #"{"id":10,"call":"logout","body":{"token":7}}"#)
        let expected: [String: String] = [
            "1": #""status":200,"body":{"token":"pw","user":{"account":"ada"}}}"#, "2": #""status":404"#,
            "3": #""status":200,"body":{}}"#, "4": #""status":401"#, "5": #""status":401"#, "6": #""status":501"#,
            "7": #""status":400"#, "8": #""status":400"#, "9": #""status":501"#, "10": #""status":400"#,
        ]
        #expect(isGood == true && said.count == expected.count)
        for (id, rest) in expected {
            #expect(said.contains { $0.hasPrefix("{\"id\":\(id),\(rest)") }, "\(id) in \(said)")
        }
        #expect(
            said.contains { $0.contains(#""detail":"not of the type string","pointer":"/body/password"}"#) }, "\(said)")
    }

    @Test("A cancelled call is cancelled at the service, and not answered")
    func cancelling() throws {
        let service = PlainService()
        let (said, isGood) = try talk(
            service, answers: 1,
            #"{"id":1,"call":"login","body":{"account":"slow","password":"pw"}}"#, #"{"cancel":1}"#,
            #"{"cancel":77}"#, #"{"id":2,"call":"logout","body":{"token":"t"}}"#)
        #expect(isGood == true && said == [#"{"id":2,"status":200,"body":{}}"#])
    }

    @Test("The end of the input cancels what is under way")
    func end() async throws {
        let service = PlainService()
        _ = try talk(service, answers: 0, #"{"id":1,"call":"login","body":{"account":"slow","password":"pw"}}"#)
        try await wait(for: "the cancelled call") { service.cancelled.withLock { $0 } == 1 }
    }

    @Test("What is no call ends the conversation", arguments: ["bad", "{}", #"{"id":0,"call":"login"}"#, "[]"])
    func nonsense(_ line: String) throws {
        #expect(try talk(answers: 0, line).isGood == false)
    }

    @Test("A service that cannot declare itself says why in the first line")
    func noDeclaration() throws {
        let conversation = try Conversation(PlainService(failure: .trouble(.hostUnknown)))
        let line = try #require(conversation.line())
        #expect(line.hasPrefix(#"{"id":0,"status":502,"body":{"type":"/problems/host-unknown""#), "\(line)")
        #expect(conversation.end() == true)
    }
}
