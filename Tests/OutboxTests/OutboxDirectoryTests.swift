import AccountEngine
import Accounts
import Cryptography
import Glibc
import Outbox
import ProgramTesting
import Testing

/// A message with the code 1234 for 13542138562.
func makeMessage(to name: String = "13542138562", _ purpose: OneTimeCode.Purpose = .logIn) throws -> CodeMessage {
    let code = try OneTimeCode(Secret((purpose == .logIn ? "1234" : "123456").utf8), for: purpose)
    return CodeMessage(recipient: try #require(AccountName(name)), content: .code(code, purpose))
}

@Suite("OutboxDirectory")
struct OutboxDirectoryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func permissions(_ name: String) -> mode_t {
        var status = stat()
        return stat(folder.file(name), &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("A6: each message becomes a private file, whole, in a private directory made on demand")
    func file() throws {
        let outbox = OutboxDirectory(
            path: folder.file("outbox"), clock: { Timestamp(seconds: 1_767_225_610) }, randomness: .seeded(1))
        #expect(outbox.route == .directory(folder.file("outbox")))
        #expect(try folder.names() == [])
        try outbox.send(try makeMessage())
        try outbox.send(try makeMessage(to: "ada@example.com", .reset))
        let files = try folder.names(in: "outbox")
        #expect(files.count == 2)
        for name in files {
            #expect(name.wholeMatch(of: /20260101T000010Z-[0-9a-f]{8}\.txt/) != nil)
            #expect(permissions("outbox/" + name) == 0o600)
        }
        #expect(permissions("outbox") == 0o700)
        let texts = files.compactMap { folder.text(of: "outbox/" + $0) }
        #expect(texts.count { $0.hasPrefix("To: 13542138562\nSubject: ") && $0.hasSuffix("\nCode: 1234\n") } == 1)
        #expect(texts.count { $0.hasPrefix("To: ada@example.com\nSubject: ") && $0.hasSuffix("\nCode: 123456\n") } == 1)
    }

    @Test("A6: headers and text are apart, and both languages are there", arguments: OneTimeCode.Purpose.allCases)
    func text(purpose: OneTimeCode.Purpose) throws {
        let text = try makeMessage(purpose).text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let parts = text.split(separator: "\n\n", maxSplits: 1)
        #expect(parts.count == 2)
        #expect(parts.first?.split(separator: "\n").allSatisfy { $0.contains(": ") } == true)
        #expect(parts.last?.contains("5分钟") == true && parts.last?.contains("5 minutes") == true)
        #expect(text.ranges(of: purpose == .logIn ? "1234" : "123456").count == 1 || purpose == .logIn)
    }

    @Test("A8: a message that there is an account has no code")
    func accountExists() throws {
        let name = try #require(AccountName("ada@example.com"))
        let message = CodeMessage(recipient: name, content: .accountExists)
        let text = message.text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(text.hasPrefix("To: ada@example.com\n") && !text.contains("Code:"))
    }

    @Test("A6: what cannot be written is a failure, and leaves nothing")
    func failure() throws {
        let descriptor = open(folder.file("outbox"), O_CREAT | O_WRONLY, 0o600)
        close(descriptor)
        let outbox = OutboxDirectory(path: folder.file("outbox"))
        #expect(throws: SendingFailure()) { try outbox.send(try makeMessage()) }
        #expect(try folder.names() == ["outbox"])
    }
}
