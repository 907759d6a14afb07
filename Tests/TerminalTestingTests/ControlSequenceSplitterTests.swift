import Testing

@testable import TerminalTesting

@Suite("D3: telling sequences from text") struct ControlSequenceSplitterTests {
    /// What was written, and its pieces; a sequence begins with an Escape and is marked so.
    static let texts: [(String, [Piece])] = [
        ("abc", [.text("abc")]),
        ("a\u{1B}7b", [.text("a"), .sequence("\u{1B}7"), .text("b")]),
        ("\u{1B}[m\u{1B}[1;31m密", [.sequence("\u{1B}[m"), .sequence("\u{1B}[1;31m"), .text("密")]),
        // Intermediate bytes belong to it (ECMA-48, 5.4).
        ("\u{1B}[?6$p\u{1B}[!p", [.sequence("\u{1B}[?6$p"), .sequence("\u{1B}[!p")]),
        // Of longer forms only the beginning is told.
        ("\u{1B}(B", [.sequence("\u{1B}("), .text("B")]),
        ("\u{1B}]2;t\u{7}", [.sequence("\u{1B}]"), .text("2;t\u{7}")]),
        // Another Escape breaks one off; any other byte ends it.
        ("\u{1B}[1\u{1B}[2m", [.text("\u{1B}[1"), .sequence("\u{1B}[2m")]),
        ("\u{1B}\u{1B}7", [.text("\u{1B}"), .sequence("\u{1B}7")]),
        ("\u{1B}[1\rm", [.sequence("\u{1B}[1\r"), .text("m")]),
        // What has not come to its end is kept.
        ("a\u{1B}", [.text("a")]), ("a\u{1B}[1;", [.text("a")]),
        // The longest one, and one that is too long.
        (long(125), [.sequence(long(125))]), (long(126), [.text(long(126))]), (long(500), [.text(long(500))]),
    ]

    @Test("What is a sequence and what is text, wherever it is cut", arguments: texts)
    func pieces(_ text: String, _ expected: [Piece]) {
        let bytes = Array(text.utf8)
        for count in 0...bytes.count {
            var splitter = ControlSequenceSplitter()
            var pieces: [Piece] = []
            for part in [bytes.prefix(count), bytes.dropFirst(count)] {
                splitter.split(Array(part)) { piece, isSequence in
                    pieces.append(Piece(bytes: Array(piece), isSequence: isSequence))
                }
            }
            #expect(Piece.joined(pieces) == expected, "cut behind \(count)")
        }
    }

    private static func long(_ digits: Int) -> String {
        "\u{1B}[" + String(repeating: "1", count: digits) + "m"
    }

    struct Piece: Equatable {
        var bytes: [UInt8]
        let isSequence: Bool

        static func text(_ text: String) -> Piece { Piece(bytes: Array(text.utf8), isSequence: false) }
        static func sequence(_ text: String) -> Piece { Piece(bytes: Array(text.utf8), isSequence: true) }

        /// Makes one of texts that follow each other, which a cut or a broken sequence parts.
        static func joined(_ pieces: [Piece]) -> [Piece] {
            pieces.reduce(into: []) { joined, piece in
                if let last = joined.last, !last.isSequence, !piece.isSequence {
                    joined[joined.count - 1].bytes += piece.bytes
                } else {
                    joined.append(piece)
                }
            }
        }
    }
}
