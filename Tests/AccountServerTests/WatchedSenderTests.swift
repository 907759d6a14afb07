import AccountEngine
import Accounts
import Cryptography
import EngineTesting
import OwnThreads
import Testing

@testable import AccountServer

/// Codes that do not leave, in the log.
@Suite(.ownThreads())
struct WatchedSenderTests {
    /// Fails with a reason.
    private struct BrokenSender: CodeSender {
        var route: CodeDispatch.Route { .message }

        func send(_ message: CodeMessage) throws(SendingFailure) { throw SendingFailure("status 75: \u{1B}[2J") }
    }

    @Test func `a failure is told with its reason, and without the message (A6, A9)`() throws {
        let written = Recorder<UInt8>()
        let log = ServiceLog(clock: { (0, 0) }) { written.append(contentsOf: $0) }
        let message = CodeMessage(
            recipient: try #require(AccountName("13542138562")),
            content: .code(try OneTimeCode(Secret("1234".utf8), for: .logIn), .logIn))
        let failure = #expect(throws: SendingFailure.self) {
            try WatchedSender(BrokenSender(), log: log).send(message)
        }
        #expect(failure?.reason == "status 75: \u{1B}[2J")
        let sent = Recorder<CodeMessage>()
        try WatchedSender(RecordingSender(messages: sent), log: log).send(message)
        #expect(sent.values == [message])
        log.flush()
        #expect(
            String(decoding: written.values, as: UTF8.self) == """
                {"time":"1970-01-01T00:00:00.000Z","event":"sending-failed","to":"telephone",\
                "reason":"status 75: \\u001b[2J"}

                """)
    }
}
