import TerminalCore
import Testing

@testable import CursesTerminal

@Suite("T5: keys of several bytes")
struct InputDecoderKeyTests {
    /// What terminals send behind Escape.
    static let keySequences: [(String, Key)] = [
        // Arrows: normal, application mode, with modifiers, rxvt's Shift and Ctrl.
        ("[A", .up), ("[B", .down), ("[C", .right), ("[D", .left),
        ("OA", .up), ("OB", .down), ("OC", .right), ("OD", .left),
        ("[1;2A", .up), ("[1;5C", .right), ("[1;16D", .left), ("[5A", .up), ("O5C", .right), ("O1;5D", .left),
        ("[a", .up), ("[b", .down), ("[c", .right), ("[d", .left),
        ("Oa", .up), ("Ob", .down), ("Oc", .right), ("Od", .left),
        // The editing pad: xterm, vt220, rxvt, with modifiers and rxvt's endings.
        ("[H", .home), ("[F", .end), ("OH", .home), ("OF", .end), ("[1;5H", .home), ("[1;5F", .end),
        ("[1~", .home), ("[2~", .insert), ("[3~", .delete), ("[4~", .end), ("[5~", .pageUp), ("[6~", .pageDown),
        ("[7~", .home), ("[8~", .end), ("[3;5~", .delete), ("[5;2~", .pageUp),
        ("[3$", .delete), ("[3^", .delete), ("[3@", .delete), ("[7$", .home),
        // Function keys: xterm, its modifiers, the old numbers, the Linux console.
        ("OP", .function(1)), ("OQ", .function(2)), ("OR", .function(3)), ("OS", .function(4)),
        ("[P", .function(1)), ("[R", .function(3)), ("[1;2P", .function(1)), ("[1;5R", .function(3)),
        ("[11~", .function(1)), ("[12~", .function(2)), ("[13~", .function(3)), ("[14~", .function(4)),
        ("[15~", .function(5)), ("[17~", .function(6)), ("[18~", .function(7)), ("[19~", .function(8)),
        ("[20~", .function(9)), ("[21~", .function(10)), ("[23~", .function(11)), ("[24~", .function(12)),
        ("[15;5~", .function(5)), ("[24^", .function(12)), ("[23$", .function(11)),
        ("[[A", .function(1)), ("[[B", .function(2)), ("[[C", .function(3)), ("[[D", .function(4)),
        ("[[E", .function(5)),
        ("[Z", .backTab), ("[1;2Z", .backTab),
        // The keypad in application mode.
        ("OM", .enter), ("Op", .character("0")), ("Oy", .character("9")), ("On", .character(".")),
        ("Ok", .character("+")), ("Oj", .character("*")), ("Oo", .character("/")), ("OX", .character("=")),
    ]

    @Test("T5: keys by what terminals send", arguments: keySequences)
    func key(_ sequence: String, _ key: Key) {
        #expect(inputs(of: "\u{1B}" + sequence + "x") == [.key(key)] + typed("x"))
    }

    @Test("T5: keys arrive over slow lines", arguments: keySequences)
    func slowKey(_ sequence: String, _ key: Key) {
        var decoder = InputDecoder()
        var inputs = decoder.feed([0x1B], at: start)
        for (index, byte) in sequence.utf8.enumerated() {
            inputs += decoder.feed([byte], at: start + .milliseconds(30 + index * 70))
        }
        #expect(inputs == [.key(key)])
        #expect(decoder.deadline == nil)
    }

    @Test(
        "T5: the rest of a key whose Escape has acted is dropped", arguments: keySequences.filter { $0.0.first == "[" })
    func lateRest(_ sequence: String, _ key: Key) {
        Step.play([
            Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]), Step(sequence, at: 400),
            Step("x", at: 400, gives: typed("x")),
        ])
    }

    @Test("T5: Alt is Escape and a character", arguments: ["h", "H", "x", "1", " ", "~", "\\", "é", "密", "👩"])
    func alt(_ text: Unicode.Scalar) {
        #expect(inputs(of: "\u{1B}\(text)a") == [.key(.alt(text))] + typed("a"))
    }

    @Test("T5: Alt with a malformed character is malformed", arguments: [[0xFF], [0xC3], [0xE5, 0xAF]] as [[UInt8]])
    func malformedAlt(_ bytes: [UInt8]) {
        #expect(inputs(of: [0x1B] + bytes + [0x61]) == [.malformed] + typed("a"))
    }

    static let otherKeys: [(String, Key)] = [
        ("\u{03}", .control("c")), ("\r", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{08}", .backspace),
        ("\u{1B}", .escape), ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[[A", .function(1)), ("\u{1B}b", .alt("b")),
    ]

    @Test("T5: Escape right before another key is a key", arguments: otherKeys)
    func escapeThenKey(_ sequence: String, _ key: Key) {
        #expect(inputs(of: "\u{1B}" + sequence) == [.key(.escape), .key(key)])
    }

    /// Sequences that are whole and mean nothing here.
    static let unknownSequences = [
        "[I", "[O", "[E", "[u", "[99u", "[27;5;105~", "[0~", "[9~", "[16~", "[22~", "[25~", "[99999999999999999999~",
        "[201~", "[200;1~", "[;~", "[~", "[24;80R", "[5;1R", "[?1;2c", "[>0;276;0c", "[?2026;2$y", "[2;1$y", "[ q",
        "[?A", "[1;5:3A", "[!p", "[[F", "[1M", "[1c", "[" + String(repeating: "1", count: 62) + "x", "OE",
    ]

    @Test("T5: unknown sequences are swallowed whole", arguments: unknownSequences)
    func unknown(_ sequence: String) {
        #expect(inputs(of: "\u{1B}" + sequence + "x") == typed("x"))
    }

    /// Replies of terminals, with their ends.
    static let strings = [
        "]11;rgb:0000/0000/0000\u{07}", "]11;rgb:0000/0000/0000\u{1B}\\", "P1+r436f=323536\u{1B}\\",
        "P>|XTerm(379)\u{1B}\\",
        "_Gi=1;OK\u{1B}\\", "^private\u{1B}\\", "]0;标题\u{1B}\\", "]\u{07}",
        "]52;c;" + String(repeating: "QUJD", count: 100_000) + "\u{1B}\\",
    ]

    @Test("T5: terminals' replies are swallowed to their end", arguments: strings)
    func string(_ string: String) {
        #expect(inputs(of: "\u{1B}" + string + "x") == typed("x"))
    }

    @Test("T5: what looks like a reply and is broken off was typed")
    func brokenString() {
        #expect(inputs(of: "\u{1B}Pab\r") == [.key(.alt("P"))] + typed("ab") + [.key(.enter)])
        #expect(inputs(of: "\u{1B}]密\u{1B}[A") == [.key(.alt("]"))] + typed("密") + [.key(.up)])
        #expect(inputs(of: "\u{1B}]a\u{1B}\u{1B}[A") == [.key(.alt("]"))] + typed("a") + [.key(.escape), .key(.up)])
        #expect(inputs(of: [0x1B, 0x5D, 0xE5, 0x1B, 0x5C]) == [])
        #expect(inputs(of: [0x1B, 0x5D, 0xE5, 0x1B, 0x61]) == [.key(.alt("]")), .malformed, .key(.alt("a"))])
        #expect(
            inputs(of: "\u{1B}]52;" + String(repeating: "a", count: 2000) + "\u{03}x")
                == [.key(.control("c"))] + typed("x"))
    }

    @Test("T5: a sequence broken off by another key was typed")
    func brokenSequence() {
        #expect(inputs(of: "\u{1B}[\u{1B}[A") == [.key(.alt("[")), .key(.up)])
        #expect(inputs(of: "\u{1B}[1\u{03}") == [.key(.alt("["))] + typed("1") + [.key(.control("c"))])
        #expect(inputs(of: "\u{1B}[1;密") == [.key(.alt("["))] + typed("1;密"))
        #expect(inputs(of: "\u{1B}[1\u{7F}") == [.key(.alt("["))] + typed("1") + [.key(.backspace)])
        #expect(inputs(of: "\u{1B}[ 1") == [.key(.alt("["))] + typed(" 1"))
        #expect(inputs(of: "\u{1B}O\u{1B}OA") == [.key(.alt("O")), .key(.up)])
        #expect(inputs(of: "\u{1B}Oh") == [.key(.alt("O"))] + typed("h"))
        #expect(inputs(of: "\u{1B}O5é") == [.key(.alt("O"))] + typed("5é"))
        #expect(inputs(of: "\u{1B}[[\r") == [.key(.alt("["))] + typed("[") + [.key(.enter)])
    }

    @Test("T5: a sequence without an end is bounded")
    func endlessSequence() {
        let digits = String(repeating: "1", count: 64)
        #expect(inputs(of: "\u{1B}[" + digits + "a") == [.key(.alt("["))] + typed(digits + "a"))
        #expect(inputs(of: "\u{1B}O" + digits + "a") == [.key(.alt("O"))] + typed(digits + "a"))
    }
}
