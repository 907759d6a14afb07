import Cryptography
import TerminalCore
import Testing

@testable import CursesTerminal

@Suite("T5, L4: pastes and the mouse")
struct InputDecoderPasteTests {
    private func pasted(_ text: String, isTruncated: Bool = false) -> [Input] {
        [.paste(Paste(bytes: Secret(text.utf8), isTruncated: isTruncated))]
    }

    /// Contents that a paste must hand on as they are.
    static let contents = [
        "", "a", "密码a", "a\r\nb", "\u{03}\u{1B}[A\u{7F}", "\u{1B}", "\u{1B}\u{1B}", "\u{1B}[201", "\u{1B}[20\u{1B}[2",
        "\u{1B}[200~", "\u{1B}[<0;1;1M", String(repeating: "密", count: 1365),
    ]

    @Test("L4: a paste is handed on as it came", arguments: contents)
    func paste(_ content: String) {
        let sent = "\u{1B}[200~" + content + "\u{1B}[201~x"
        #expect(inputs(of: sent) == pasted(content, isTruncated: false) + typed("x"))
    }

    @Test("L4: a paste that is not UTF-8 is handed on as it came")
    func binaryPaste() {
        let content = Array(UInt8.min...UInt8.max)
        let sent = Array("\u{1B}[200~".utf8) + content + Array("\u{1B}[201~".utf8)
        #expect(inputs(of: sent) == [.paste(Paste(bytes: Secret(content)))])
    }

    @Test("L4: a paste keeps so many bytes, and tells of more", arguments: [0, 1, 5, 100_000])
    func truncation(_ excess: Int) {
        let kept = String(repeating: "a", count: Paste.capacity)
        let sent = "\u{1B}[200~" + kept + String(repeating: "b", count: excess) + "\u{1B}[201~"
        #expect(inputs(of: sent) == pasted(kept, isTruncated: excess > 0))
    }

    @Test("L4: half an end at the limit counts as content")
    func truncationAtEnd() {
        let kept = String(repeating: "a", count: Paste.capacity - 1)
        #expect(
            inputs(of: "\u{1B}[200~" + kept + "\u{1B}[x\u{1B}[201~") == pasted(kept + "\u{1B}", isTruncated: true))
    }

    @Test("T5: a paste has no time limit")
    func slowPaste() {
        Step.play([
            Step("\u{1B}[200~a"), Step("\u{1B}", at: 999), Step("", at: 1998), Step("[201", at: 1998),
            Step("~", at: 2997, gives: pasted("a")),
        ])
        Step.play([
            Step("\u{1B}[200~a"), Step("\u{1B}", at: 1000, gives: [.pasteUnfinished]),
            Step("", at: 5000, gives: [.pasteUnfinished]), Step("[201", at: 9000),
            Step("~", at: 99_000, gives: [.pasteUnfinished] + pasted("a")),
        ])
    }

    @Test("L4, T8: that a paste's end does not come is told once, and nobody is woken for it again")
    func silence() {
        var decoder = InputDecoder()
        #expect(decoder.feed("\u{1B}[200~ab".utf8, at: start).isEmpty)
        #expect(decoder.deadline == start + InputDecoder.pasteSilence)
        #expect(decoder.expire(at: start + .milliseconds(999)).isEmpty)
        #expect(decoder.expire(at: start + .seconds(1)) == [.pasteUnfinished])
        #expect(decoder.deadline == nil)
        #expect(decoder.feed("c".utf8, at: start + .seconds(8)).isEmpty)
        #expect(decoder.deadline == start + .seconds(9))
        #expect(decoder.feed("\u{1B}[201~".utf8, at: start + .seconds(8)) == pasted("abc"))
        #expect(decoder.deadline == nil)
    }

    @Test("L4, L5: where a paste's end is lost, Ctrl-C alone a second later is a key; what it held is dropped")
    func lostEnd() {
        Step.play([
            Step("\u{1B}[200~ab"), Step("\u{3}", at: 999), Step("c\u{3}", at: 5000, gives: [.pasteUnfinished]),
            Step("\u{3}", at: 6000, gives: [.pasteUnfinished, .key(.control("c"))]),
            Step("x", at: 6001, gives: typed("x")),
        ])
    }

    @Test("L4, L5: Ctrl-C that is pressed again and again ends a paste without an end as soon as once does")
    func impatience() {
        Step.play([
            Step("\u{1B}[200~ab"), Step("\u{3}", at: 400), Step("\u{3}", at: 800),
            Step("\u{3}\u{3}", at: 1200, gives: [.pasteUnfinished, .key(.control("c")), .key(.control("c"))]),
        ])
    }

    @Test("L4: a paste whose Escape came early is still a paste, never typing")
    func latePaste() {
        Step.play([
            Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]), Step("[200~a\r", at: 60),
            Step("\u{1B}[201~", at: 70, gives: pasted("a\r")),
        ])
    }

    @Test("T5: two pastes in a row are two")
    func twoPastes() {
        #expect(
            inputs(of: "\u{1B}[200~a\u{1B}[201~\u{1B}[200~b\u{1B}[201~") == pasted("a") + pasted("b"))
    }

    @Test("T5: a copy of the decoder goes its own way")
    func copy() {
        var one = InputDecoder()
        _ = one.feed("\u{1B}[200~a".utf8, at: start)
        var two = one
        #expect(one.feed("b\u{1B}[201~".utf8, at: start) == pasted("ab"))
        #expect(two.feed("c\u{1B}[201~".utf8, at: start) == pasted("ac"))
    }

    /// Reports of the mouse behind `ESC [`, and the cell that was pressed.
    static let reports: [(String, Position?)] = [
        ("<0;1;1M", Position(row: 0, column: 0)), ("<0;300;12M", Position(row: 11, column: 299)),
        // With Shift, Alt and Ctrl.
        ("<4;2;3M", Position(row: 2, column: 1)), ("<28;2;3M", Position(row: 2, column: 1)),
        // Releases, other buttons, motion, the wheel, broken reports.
        ("<0;1;1m", nil), ("<1;1;1M", nil), ("<2;1;1M", nil), ("<32;1;1M", nil), ("<35;1;1M", nil), ("<64;1;1M", nil),
        ("<128;1;1M", nil), ("<0;0;1M", nil), ("<0;1M", nil), ("<0;1;1;1M", nil), ("<0;;1M", nil), ("<M", nil),
        ("<0;99999999999999999999;1M", nil),
        // The old form.
        ("M !!", Position(row: 0, column: 0)), ("M \u{7F}z", Position(row: 89, column: 94)),
        ("M0!!", Position(row: 0, column: 0)),
        ("M#!!", nil), ("M!!!", nil), ("M@!!", nil), ("M`!!", nil), ("M \u{0}!", nil), ("M  !", nil),
    ]

    @Test("T5: presses of the main button are clicks", arguments: reports)
    func report(_ report: String, _ position: Position?) {
        let clicks = position.map { [Input.click(Click(position: $0))] } ?? []
        #expect(inputs(of: "\u{1B}[" + report + "x") == clicks + typed("x"))
    }

    @Test("T5: the old form's bytes above 127")
    func oldFormFarOut() {
        #expect(
            inputs(of: [0x1B, 0x5B, 0x4D, 0x20, 0xFF, 0x80])
                == [.click(Click(position: Position(row: 95, column: 222)))])
    }

    @Test("T5: an old report broken off by another key was typed")
    func brokenReport() {
        #expect(inputs(of: "\u{1B}[M !\r") == [.key(.alt("["))] + typed("M !") + [.key(.enter)])
        #expect(inputs(of: "\u{1B}[M\u{1B}[A") == [.key(.alt("["))] + typed("M") + [.key(.up)])
        #expect(
            inputs(of: [0x1B, 0x5B, 0x4D, 0x20, 0xFF, 0x0D])
                == [.key(.alt("["))] + typed("M ") + [.malformed, .key(.enter)])
    }
}
