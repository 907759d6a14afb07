import Cryptography
import TerminalCore
import Testing

@testable import CursesTerminal

/// A moment to count from.
let start = ContinuousClock.Instant.now

/// One thing that happens to a decoder, and what must come of it.
struct Step: Sendable, CustomTestStringConvertible {
    /// Bytes as the terminal sends them; none lets only the time pass.
    var bytes: [UInt8]
    /// Milliseconds since ``start``.
    var milliseconds: Int
    /// What must come of it.
    var inputs: [Input]

    init(_ bytes: String, at milliseconds: Int = 0, gives inputs: [Input] = []) {
        self.init(Array(bytes.utf8), at: milliseconds, gives: inputs)
    }

    init(_ bytes: [UInt8], at milliseconds: Int = 0, gives inputs: [Input] = []) {
        self.bytes = bytes
        self.milliseconds = milliseconds
        self.inputs = inputs
    }

    var testDescription: String { "\(milliseconds) ms: \(String(decoding: bytes, as: UTF8.self).debugDescription)" }

    /// Plays `steps` and compares.
    static func play(_ steps: [Step]) {
        var decoder = InputDecoder()
        for step in steps {
            let now = start + .milliseconds(step.milliseconds)
            #expect(decoder.feed(step.bytes, at: now) == step.inputs, "\(step.testDescription)")
        }
    }
}

/// What comes of `bytes` at once, fed whole, and byte by byte.
func inputs(of bytes: some Collection<UInt8>) -> [Input] {
    var whole = InputDecoder()
    var split = InputDecoder()
    let inputs = whole.feed(bytes, at: start)
    #expect(bytes.flatMap { split.feed(CollectionOfOne($0), at: start) } == inputs, "split")
    #expect(split.deadline == whole.deadline)
    return inputs + whole.expire(at: start + .seconds(1))
}

/// What comes of `text` at once.
func inputs(of text: String) -> [Input] {
    inputs(of: Array(text.utf8))
}

/// The keys that type `text`.
func typed(_ text: String) -> [Input] {
    text.unicodeScalars.map { .key(.character($0)) }
}

@Suite("T5: characters and controls")
struct InputDecoderTests {
    @Test(
        "T5: text of any script is typed", arguments: ["a", " ~", "密码a", "é", "e\u{301}", "👩‍💻", "\u{A0}", "\u{10FFFF}"])
    func text(_ text: String) {
        #expect(inputs(of: text) == typed(text))
    }

    static let controls: [(UInt8, Key)] =
        [
            (0x00, .control("@")), (0x01, .control("a")), (0x03, .control("c")), (0x08, .backspace), (0x09, .tab),
            (0x0A, .enter), (0x0C, .control("l")), (0x0D, .enter), (0x12, .control("r")), (0x1A, .control("z")),
            (0x1B, .escape), (0x1C, .control("\\")), (0x1D, .control("]")), (0x1E, .control("^")),
            (0x1F, .control("_")), (0x7F, .backspace),
        ]

    @Test("T5: C0 controls and DEL are keys", arguments: controls)
    func control(_ byte: UInt8, _ key: Key) {
        #expect(inputs(of: [byte]) == [.key(key)])
    }

    @Test("T5: every C0 control is exactly one key", arguments: UInt8(0x00)...0x1F)
    func everyControl(_ byte: UInt8) {
        #expect(inputs(of: [byte, 0x61]).count == (byte == 0x1B ? 1 : 2))
    }

    @Test("T5: C1 characters are not text", arguments: UInt8(0x80)...0x9F)
    func c1(_ byte: UInt8) {
        #expect(inputs(of: [0xC2, byte, 0x61]) == [.malformed] + typed("a"))
        #expect(inputs(of: [0x1B, 0xC2, byte, 0x61]) == [.malformed] + typed("a"))
    }

    /// Bytes that are not UTF-8, and how many maximal subparts they have (Unicode, section 3.9).
    static let malformedBytes: [([UInt8], Int)] = [
        ([0x80], 1), ([0xBF], 1), ([0xFF], 1), ([0xC0, 0xAF], 2), ([0xC1, 0x81], 2), ([0xF5, 0x80], 2),
        // Cut short: one for what was well-formed so far.
        ([0xC3], 1), ([0xE5, 0xAF], 1), ([0xF0, 0x9F, 0x91], 1), ([0xE0], 1),
        // Overlong forms, surrogates and what lies above U+10FFFF break at their second byte.
        ([0xE0, 0x80, 0xAF], 3), ([0xF0, 0x80, 0x80, 0x80], 4), ([0xED, 0xA0, 0x80], 3), ([0xF4, 0x90, 0x80, 0x80], 4),
        // Unicode's own examples (tables 3-8 to 3-11).
        ([0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82], 8), ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF], 4),
    ]

    @Test("T5: malformed bytes are reported once a maximal subpart", arguments: malformedBytes)
    func malformed(_ bytes: [UInt8], _ count: Int) {
        #expect(inputs(of: bytes + [0x61]) == Array(repeating: .malformed, count: count) + typed("a"))
    }

    @Test("T5: a byte that breaks a character starts anew")
    func resynchronisation() {
        #expect(inputs(of: [0xE5, 0xAF, 0xE5, 0xAF, 0x86]) == [.malformed] + typed("密"))
        #expect(inputs(of: [0xE5, 0x0D]) == [.malformed, .key(.enter)])
        #expect(inputs(of: [0xE5, 0x1B, 0x5B, 0x41]) == [.malformed, .key(.up)])
    }

    @Test("T5: a character may take its time")
    func slowCharacter() {
        Step.play([
            Step([0xE5]), Step([0xAF], at: 2000), Step([], at: 4000), Step([0x86], at: 6000, gives: typed("密")),
        ])
    }

    @Test("T5: split and whole agree for every pair of bytes")
    func pairs() {
        for first in UInt8.min...UInt8.max {
            let differing = (UInt8.min...UInt8.max).filter { second in
                var whole = InputDecoder()
                var split = InputDecoder()
                let pieces = split.feed([first], at: start) + split.feed([second], at: start)
                return pieces != whole.feed([first, second], at: start)
            }
            #expect(differing == [], "after \(first)")
        }
    }

    @Test("T8: no time limit while nothing is unfinished", arguments: ["", "a", "\u{1B}[A", "\u{1B}a"])
    func noDeadline(_ text: String) {
        var decoder = InputDecoder()
        _ = decoder.feed(text.utf8, at: start)
        #expect(decoder.deadline == nil)
    }
}
