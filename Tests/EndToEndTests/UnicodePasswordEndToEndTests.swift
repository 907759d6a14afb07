import TerminalCore
import TerminalTesting
import Testing

@Suite("L3: passwords in any script", .timeLimit(.minutes(5)))
struct UnicodePasswordEndToEndTests {
    private static let passwords = [
        "密码a", "密码a·芝麻开门吧",
        // A combining mark, and two on one letter.
        "cafe\u{301} gravel", "q\u{323}\u{302}uartz lagoon",
        // Joined emoji, a flag, a skin tone and a keycap.
        "gravel 👩‍👩‍👧 x", "👩🏽‍🚀 tangerine", "🇨🇭🇨🇳 lagoon 1\u{FE0F}\u{20E3}",
        // Hangul by its parts.
        "\u{1112}\u{1161}\u{11AB}글 gravel",
    ]

    @Test("L3: they register and log in, a bullet a cluster", arguments: passwords)
    func registersAndLogsIn(password: String) throws {
        let run = try FrontEndRun.embedded("--password-length", "1-40")
        try run.moveFocus(to: "register")
        try run.program.press(.enter)
        try run.waitForScreen("register")
        try run.moveFocus(to: "account")
        try run.program.type("newcomer")
        try run.moveFocus(to: "password")
        // The three characters of the specification are too few for the estimator; they are counted below.
        if password.count > 4 {
            try run.sendNewPassword(password)
            try run.waitForScreen("home")
            try run.program.press(.tab, .enter)
            try run.waitForScreen("login")
            try run.typeSecret(password)
            #expect(run.bulletCount == password.count)
            try run.program.press(.enter)
            try run.waitForScreen("home")
        } else {
            try run.typeSecret(password)
            #expect(run.bulletCount == password.count)
        }
        #expect(!run.hasWritten(password))
    }

    @Test("L3: one Backspace removes one cluster", arguments: passwords)
    func backspace(password: String) throws {
        let run = try FrontEndRun.demo()
        try run.moveFocus(to: "password")
        try run.typeSecret(password)
        var rest = password
        while !rest.isEmpty {
            #expect(run.bulletCount == rest.count)
            rest.removeLast()
            try run.program.press(.backspace)
            try run.program.waitForFrame("one cluster less") {
                $0.node("password")?.length ?? 0 == rest.nfcLength
            }
        }
        #expect(run.program.screen.contains("8-20 characters"), "the placeholder is back")
    }

    @Test("A1: what is typed decomposed is the same password as what is typed composed")
    func normalization() throws {
        let run = try FrontEndRun.embedded()
        try run.register("newcomer", password: "caf\u{E9} gravel 7")
        try run.program.press(.tab, .enter)
        try run.waitForScreen("login")
        try run.program.type("cafe\u{301} gravel 7")
        // Length counts code points after NFC.
        try run.program.waitForText("13/20")
        try run.program.press(.enter)
        try run.waitForScreen("home")
    }

    @Test("L3: Ctrl-R shows the password as it was typed, and hides it again")
    func reveal() throws {
        let run = try FrontEndRun.demo()
        try run.moveFocus(to: "password")
        try run.typeSecret("密码a gravel")
        try run.program.press(.control("r"))
        try run.program.waitForText("密码a gravel")
        #expect(run.program.frames.allSatisfy { $0.node("password")?.value == nil })
        try run.program.press(.control("r"))
        try run.program.waitForTextGone("gravel")
        #expect(run.bulletCount == 10)
    }
}
