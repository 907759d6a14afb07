import TerminalCore
import TerminalTesting
import Testing

@Suite("Input that no form can take", .timeLimit(.minutes(5)))
struct BadInputEndToEndTests {
    private static let full = "A field takes 512 bytes; the rest was not entered"
    private static let pasteLong = "A field takes 512 bytes; nothing was entered"
    private static let controls = "The paste holds line ends or control characters; nothing was entered"
    private static let malformed = "The paste is not UTF-8 text; nothing was entered"

    /// The bytes of a bracketed paste of `text`.
    private func pasted(_ text: [UInt8]) -> [UInt8] {
        Array("\u{1B}[200~".utf8) + text + Array("\u{1B}[201~".utf8)
    }

    /// Expects the form to be open, untouched but for what was `account` typed before, and nothing to have been sent.
    private func expectUntouched(_ run: FrontEndRun, account: String, passwordLength: Int = 0) throws {
        let frame = try run.frame
        #expect(frame.node("account")?.value ?? "" == account)
        #expect(frame.node("password")?.length ?? 0 == passwordLength)
        for frame in run.program.frames {
            #expect(!frame.busy && frame.alert == nil && frame.screen == "login")
        }
    }

    // MARK: - Pastes

    @Test(
        "L4: a paste that a field cannot take is refused visibly, whole, and never submits",
        arguments: [
            (Array(repeating: UInt8(ascii: "x"), count: 10_000), pasteLong),
            (Array(String(repeating: "密", count: 10_000).utf8), pasteLong),
            (Array(repeating: 0x0A, count: 2), controls), (Array(repeating: 0x0D, count: 10_000), controls),
            (Array("ada\ntestApp123456\n".utf8), controls), (Array("ada\r\n\r\n".utf8), controls),
            (Array("a\tb".utf8), controls), (Array("\u{0}".utf8), controls), (Array("a\u{7F}".utf8), controls),
            (Array("a\u{1B}[Ab".utf8), controls), (Array("\u{1B}[201\u{1B}c".utf8), controls),
            (Array("a\u{9B}b".utf8), controls), (Array("a\u{3}b".utf8), controls),
            ([0x61, 0xFF, 0x62], malformed), ([0xC3], malformed), ([0xED, 0xA0, 0x80], malformed),
            ([0xC0, 0x80], malformed), ([0xF4, 0x90, 0x80, 0x80], malformed), ([0x80, 0x0A], malformed),
        ] as [([UInt8], String)])
    func refusedPaste(text: [UInt8], notice: String) throws {
        let run = try FrontEndRun.demo()
        try run.program.type("ada")
        try run.program.send(pasted(text))
        try run.program.waitForFrame("the notice") { $0.toast == notice }
        #expect(run.program.screen.contains(notice))
        try expectUntouched(run, account: "ada")
        #expect(run.program.screen.titles.isEmpty && run.program.screen.bellCount == 0)

        // The next key ends the notice and is typed.
        try run.program.type("x")
        try run.program.waitForFrame("the notice gone") { $0.toast == nil && $0.node("account")?.value == "adax" }
    }

    @Test(
        "L4: a paste is refused in the password as well, and Enter behind it submits what was typed",
        arguments: [
            (Array(repeating: UInt8(ascii: "x"), count: 10_000), pasteLong), (Array("a\nb".utf8), controls),
            ([0xFF], malformed),
        ] as [([UInt8], String)])
    func refusedInPassword(text: [UInt8], notice: String) throws {
        let run = try FrontEndRun.demo()
        try run.fillIn()
        try run.program.send(pasted(text))
        try run.program.waitForFrame("the notice") { $0.toast == notice }
        try expectUntouched(run, account: "ada", passwordLength: FrontEndRun.password.count)
        try run.program.press(.enter)
        try run.program.waitForFrame("home") { $0.screen == "home" }
    }

    @Test("L4: one line end at a paste's end is dropped and never submits", arguments: ["\n", "\r", "\r\n"])
    func trailingLineEnd(end: String) throws {
        let run = try FrontEndRun.demo()
        try run.program.paste("ada" + end)
        try run.program.waitForFrame("the account") { $0.node("account")?.value == "ada" && $0.focus == "account" }
        try run.program.press(.tab)
        try run.program.paste(FrontEndRun.password + end)
        try run.program.waitForFrame("the password") {
            $0.node("password")?.length == FrontEndRun.password.count && $0.focus == "password"
        }
        try expectUntouched(run, account: "ada", passwordLength: FrontEndRun.password.count)
        try run.program.press(.enter)
        try run.program.waitForFrame("home") { $0.screen == "home" }
    }

    @Test("L4: a paste of exactly 512 bytes is entered, one of 513 is not")
    func limitOfPastes() throws {
        let run = try FrontEndRun.demo()
        try run.program.paste(String(repeating: "x", count: 513))
        try run.program.waitForFrame("the notice") { $0.toast == Self.pasteLong }
        try expectUntouched(run, account: "")
        try run.program.paste(String(repeating: "y", count: 512))
        try run.program.waitForFrame("the whole paste") { $0.node("account")?.value?.utf8.count == 512 }
    }

    @Test("L4: a paste without an end is told of, and Ctrl-C leaves all the same")
    func lostEnd() throws {
        let run = try FrontEndRun.demo()
        try run.program.send(Array("\u{1B}[200~abc".utf8))
        let words = "A paste has not ended and takes all keys; Ctrl-C leaves"
        try run.program.waitForFrame("the notice") { $0.toast == words }
        try run.program.press(.tab, .escape)
        try run.program.send(Array("\u{1B}[201~".utf8))
        try run.program.waitForFrame("the refusal") { $0.toast == Self.controls && $0.focus == "account" }
        try run.program.send(Array("\u{1B}[200~abc".utf8))
        try run.program.waitForFrame("the notice") { $0.toast == words }
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(1))
    }

    // MARK: - Typing

    @Test("L4: of an account of 513 bytes 512 are kept, and the rest is refused visibly")
    func longAccount() throws {
        let run = try FrontEndRun.demo()
        let text = String(repeating: "abcdefgh", count: 64)
        try run.program.type(text + "Z")
        try run.program.waitForFrame("the notice") { $0.toast == Self.full }
        #expect(try run.frame.node("account")?.value == text)
        #expect(run.program.screen.contains(Self.full))
        try run.program.press(.backspace)
        try run.program.type("é")
        try run.program.waitForFrame("two bytes refused where one is free") {
            $0.toast == Self.full && $0.node("account")?.value?.utf8.count == 511
        }
        try run.program.type("e")
        try run.program.waitForFrame("one byte taken") {
            $0.toast == nil && $0.node("account")?.value == text.dropLast() + "e"
        }
    }

    @Test(
        "L4: bytes that are no UTF-8 are said so and not entered; what follows is",
        arguments: [
            [0xFF], [0xC3, 0x28], [0x80], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF5, 0x80], [0xC2, 0x9B],
            Array(repeating: 0xFE, count: 5000),
        ] as [[UInt8]])
    func malformedTyping(bytes: [UInt8]) throws {
        let run = try FrontEndRun.demo()
        try run.program.type("ad")
        try run.program.send(bytes)
        // A byte that breaks a character off is itself typed, and so ends the notice.
        let rest = bytes == [0xC3, 0x28] ? "(" : ""
        if rest.isEmpty {
            try run.program.waitForFrame("the notice") {
                $0.toast == "What was typed is not UTF-8 text; nothing was entered"
            }
        }
        try run.program.type("a")
        try run.program.waitForFrame("what follows") {
            $0.toast == nil && $0.node("account")?.value == "ad" + rest + "a"
        }
        #expect(run.program.screen.contains("ad" + rest + "a"))
    }

    @Test("L4: a character cut anywhere between two writes is one character")
    func cutCharacter() throws {
        let run = try FrontEndRun.demo()
        for byte in Array("密码🙂".utf8) {
            try run.program.send([byte])
            try run.wait(.milliseconds(2))
        }
        try run.program.waitForFrame("the text") { $0.node("account")?.value == "密码🙂" }
        #expect(run.program.frames.allSatisfy { $0.toast == nil })
    }

    @Test("L4: control characters without a meaning do nothing, are never entered and never leave the program")
    func controlCharacters() throws {
        let run = try FrontEndRun.demo()
        try run.program.type("ada")
        // All but the bound ones: A C E H I J K L M R U W Z and Escape.
        let bound = Set("ACEHIJKLMRUWZ[".utf8.map { $0 & 0x1F })
        try run.program.send((0x00...0x1F).filter { !bound.contains($0) })
        try run.program.type("x")
        try run.program.waitForFrame("the letter behind") { $0.node("account")?.value == "adax" }
        try expectUntouched(run, account: "adax")
    }

    @Test("L4, T6: typed C1 and bidirectional controls reach neither the account nor the terminal raw")
    func typedControls() throws {
        let run = try FrontEndRun.demo()
        try run.program.type("a\u{85}b\u{9B}31mc\u{202E}d")
        try run.program.waitForFrame("the text") { $0.node("account")?.value?.hasSuffix("d") == true }
        let value = try #require(try run.frame.node("account")?.value)
        #expect(value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(!run.hasWritten("\u{202E}") && !run.hasWritten("\u{9B}") && !run.hasWritten("\u{85}"))
    }

    // MARK: - Time

    @Test(
        "T5: ESC and then `[D` is an arrow after 20 ms, dropped after 60 ms, and typed after 600 ms",
        arguments: [(20, "adxa"), (60, "adax"), (600, "ada[Dx")])
    func splitArrow(milliseconds: Int, account: String) throws {
        // On a machine that has other things to do, what was sent in time may be read too late: one of five must do.
        let isRight = try (1...5).contains { _ in
            let run = try FrontEndRun.demo()
            try run.program.type("ada")
            try split(run, after: .milliseconds(milliseconds), "[D")
            try run.program.type("x")
            let frame = try run.program.waitForFrame("the letter") {
                $0.node("account")?.value?.contains("x") == true
            }
            return frame.node("account")?.value == account
        }
        #expect(isRight)
    }

    @Test("T5: what is no key's rest is typed, also 60 ms after Escape")
    func lateText() throws {
        let run = try FrontEndRun.demo()
        try split(run, after: .milliseconds(60), "a[")
        try run.program.waitForFrame("the bytes typed") { $0.node("account")?.value == "a[" }
    }

    @Test("T5: ESC [ waits for its end up to 500 ms, longer than Escape alone")
    func slowSequence() throws {
        let run = try FrontEndRun.demo()
        try run.program.type("ada")
        try run.program.send(Array("\u{1B}[".utf8))
        try run.wait(.milliseconds(200))
        try run.program.type("Dx")
        try run.program.waitForFrame("the cursor moved") { $0.node("account")?.value == "adxa" }
    }

    @Test("T5: Escape alone closes an alert within 50 ms and a wide margin for the machine")
    func escapeAlone() throws {
        let run = try FrontEndRun.demo()
        try run.program.press(.tab, .enter)
        try run.program.waitForFrame("the alert") { $0.alert?.id == "login-failed" }
        try run.program.send([0x1B])
        try run.program.waitForFrame("the alert closed", within: .milliseconds(500)) { $0.alert == nil }
    }

    /// Sends Escape and, when `delay` has passed, `rest`.
    private func split(_ run: FrontEndRun, after delay: Duration, _ rest: String) throws {
        // What was typed before must have been read, or the bytes would not arrive apart.
        try run.program.waitUntilSettled(quiet: .milliseconds(30))
        try run.program.send([0x1B])
        try run.wait(delay)
        try run.program.type(rest)
    }
}
