import TerminalCore
import Testing

@testable import CursesTerminal

@Suite("T5: time")
struct InputDecoderTimeTests {
    /// Stories, each with the time of every byte.
    static let stories: [(String, [Step])] = [
        (
            "a lone Escape acts within 50 ms",
            [Step("\u{1B}"), Step("", at: 39), Step("", at: 50, gives: [.key(.escape)])]
        ),
        (
            "Escape twice",
            [
                Step("\u{1B}"), Step("\u{1B}", at: 30, gives: [.key(.escape)]), Step("", at: 69),
                Step("", at: 80, gives: [.key(.escape)]),
            ]
        ),
        (
            "Escape twice, slowly",
            [
                Step("\u{1B}"), Step("\u{1B}", at: 60, gives: [.key(.escape)]),
                Step("", at: 120, gives: [.key(.escape)]),
            ]
        ),
        (
            "Escape acted, then an arrow",
            [
                Step("\u{1B}"), Step("\u{1B}[A", at: 60, gives: [.key(.escape), .key(.up)]),
            ]
        ),
        (
            "bytes that come late find Escape acted",
            [Step("\u{1B}"), Step("a", at: 60, gives: [.key(.escape)] + typed("a"))]
        ),
        ("Alt in two pieces", [Step("\u{1B}"), Step("h", at: 30, gives: [.key(.alt("h"))])]),
        (
            "`[` comes in time, the end later",
            [Step("\u{1B}"), Step("[", at: 30), Step("A", at: 490, gives: [.key(.up)])]
        ),
        (
            "`O` comes in time, the end later",
            [Step("\u{1B}"), Step("O", at: 30), Step("A", at: 490, gives: [.key(.up)])]
        ),
        (
            "`ESC [` alone is Alt",
            [
                Step("\u{1B}["), Step("", at: 499), Step("", at: 500, gives: [.key(.alt("["))]),
                Step("A", at: 501, gives: typed("A")),
            ]
        ),
        (
            "`ESC O` alone is Alt",
            [
                Step("\u{1B}O"), Step("", at: 499), Step("", at: 500, gives: [.key(.alt("O"))]),
                Step("A", at: 501, gives: typed("A")),
            ]
        ),
        (
            "half a sequence was typed",
            [Step("\u{1B}[1;5"), Step("", at: 500, gives: [.key(.alt("["))] + typed("1;5"))]
        ),
        (
            "half a mouse report was typed",
            [Step("\u{1B}[M !"), Step("", at: 500, gives: [.key(.alt("["))] + typed("M !"))]
        ),
        (
            "half a reply was typed",
            [
                Step("\u{1B}]"), Step("hi", at: 200), Step("", at: 500, gives: [.key(.alt("]"))] + typed("hi")),
            ]
        ),
        (
            "a reply whose end is half come",
            [
                Step("\u{1B}]hi"), Step("\u{1B}", at: 480), Step("", at: 500, gives: [.key(.alt("]"))] + typed("hi")),
                Step("", at: 520, gives: [.key(.escape)]),
            ]
        ),
        (
            "half a reply, and Escape acts late",
            [
                Step("\u{1B}]"), Step("\u{1B}", at: 100), Step("", at: 600, gives: [.key(.alt("]")), .key(.escape)]),
            ]
        ),
        (
            "a long reply has its time",
            [
                Step("\u{1B}]" + String(repeating: "a", count: 1500)), Step("aa", at: 450), Step("aa", at: 900),
                Step("", at: 1399), Step("", at: 1400), Step("x", at: 1400, gives: typed("x")),
            ]
        ),
        (
            "after Escape, the rest in pieces is dropped",
            [
                Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]), Step("[", at: 100), Step("1;", at: 200),
                Step("5C", at: 539), Step("x", at: 539, gives: typed("x")),
            ]
        ),
        (
            "after Escape, the rest comes too late",
            [
                Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]), Step("[A", at: 540, gives: typed("[A")),
            ]
        ),
        (
            "after Escape, the rest's end comes too late",
            [
                Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]), Step("[1", at: 500),
                Step("", at: 540, gives: typed("[1")), Step("A", at: 541, gives: typed("A")),
            ]
        ),
        (
            "after Escape, `[` and other text is typed",
            [
                Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]), Step("[x", at: 60, gives: typed("[x")),
                Step("[A", at: 70, gives: typed("[A")),
            ]
        ),
        (
            "after Escape, `[` and a key is both",
            [
                Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]),
                Step("[\r", at: 60, gives: typed("[") + [.key(.enter)]),
            ]
        ),
        (
            "after Escape, `[` and an arrow is both",
            [
                Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]),
                Step("[\u{1B}[A", at: 60, gives: typed("[") + [.key(.up)]),
            ]
        ),
        (
            "after Escape, a character of several bytes",
            [
                Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]), Step("[密", at: 60, gives: typed("[密")),
            ]
        ),
        (
            "after Escape, `O` is text",
            [
                Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]), Step("OA", at: 60, gives: typed("OA")),
            ]
        ),
        (
            "after Escape and a letter, `[` is text",
            [
                Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]), Step("a[A", at: 60, gives: typed("a[A")),
            ]
        ),
        (
            "after Escape, a mouse report is dropped, an old one is text",
            [
                Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]), Step("[<0;1;1M", at: 60),
                Step("\u{1B}", at: 1000), Step("", at: 1050, gives: [.key(.escape)]),
                Step("[Ma", at: 1060, gives: typed("[Ma")),
            ]
        ),
        (
            "after Escape, unknown sequences are text",
            [
                Step("\u{1B}"), Step("", at: 50, gives: [.key(.escape)]), Step("[99u", at: 60, gives: typed("[99u")),
            ]
        ),
        (
            "a long pause, several limits at once",
            [
                Step("\u{1B}"), Step("[A", at: 2000, gives: [.key(.escape)] + typed("[A")),
            ]
        ),
    ]

    @Test("T5: what time makes of bytes", arguments: stories)
    func story(_ name: String, _ steps: [Step]) {
        Step.play(steps)
    }

    @Test("T5: the time limit is told")
    func deadline() {
        var decoder = InputDecoder()
        _ = decoder.feed([0x1B], at: start)
        #expect(decoder.deadline.map { $0 <= start + .milliseconds(50) } == true)
        _ = decoder.feed([0x5B], at: start + .milliseconds(10))
        #expect(decoder.deadline == start + .milliseconds(500))
        #expect(decoder.expire(at: start + .milliseconds(499)) == [])
        #expect(decoder.expire(at: start + .milliseconds(500)) == [.key(.alt("["))])
        #expect(decoder.deadline == nil)
    }

    @Test("T8: an Escape that has acted sets no further limit, and the rest of a key only one")
    func lateDeadline() {
        var decoder = InputDecoder()
        _ = decoder.feed([0x1B], at: start)
        #expect(decoder.expire(at: start + .milliseconds(50)) == [.key(.escape)])
        #expect(decoder.deadline == nil)
        _ = decoder.feed([0x5B], at: start + .milliseconds(60))
        #expect(decoder.deadline == start + .milliseconds(540))
    }
}
