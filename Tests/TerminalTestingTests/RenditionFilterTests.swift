import TerminalCore
import Testing

@testable import TerminalTesting

@Suite("D3: dim and concealed text") struct RenditionFilterTests {
    private func attributes(_ text: String, cutAfter count: Int? = nil) -> [ScreenStyle.Attributes] {
        let screen = TerminalEmulator(size: Size(columns: 8, rows: 1))
        let bytes = Array(text.utf8)
        screen.feed(Array(bytes.prefix(count ?? bytes.count)))
        screen.feed(Array(bytes.dropFirst(count ?? bytes.count)))
        return screen.cells(ofRow: 0).filter { $0.text != " " }.map(\.style.attributes)
    }

    @Test(
        arguments: [
            ("\u{1B}[2ma\u{1B}[22mb", [.dim, []]), ("\u{1B}[1;2ma\u{1B}[mb", [[.bold, .dim], []]),
            ("\u{1B}[8;4ma\u{1B}[28mb", [[.concealed, .underline], .underline]),
            ("\u{1B}[2ma\u{1B}[0;1mb", [.dim, .bold]),
            ("\u{1B}[2m\u{1B}[31ma", [.dim]),
            // These are parts of colours.
            ("\u{1B}[38;5;2ma\u{1B}[48;2;2;8;2mb\u{1B}[38;5;8;2mc", [[], [], .dim]), ("\u{1B}[38:2:2:8:2ma", [[]]),
            // These are something else, or nothing.
            ("\u{1B}[>4;2ma", [[]]), ("\u{1B}[2Ka\u{1B}]2;m\u{7}b\u{1B}(Bc", [[], [], []]),
            ("\u{1B}\u{1B}[2ma", [.dim]),
        ] as [(String, [ScreenStyle.Attributes])])
    func dimAndConcealed(_ text: String, _ expected: [ScreenStyle.Attributes]) {
        for count in 0...text.utf8.count { #expect(attributes(text, cutAfter: count) == expected) }
    }

    @Test func everythingElsePassesUnchanged() {
        var filter = Filter()
        let text = "plain \u{1B}[?1049h\u{1B}[1;31m密\u{1B}[10;20H\u{1B}7\u{1B}c\u{1B}[6n\u{1B}P+q\u{1B}\\"
        #expect(filter.filter(Array(text.utf8)) == Array(text.utf8))
        // A sequence without end must not swallow what comes.
        let endless = "\u{1B}[" + String(repeating: "1;", count: 1_000) + "m"
        #expect(filter.filter(Array(endless.utf8)) == Array(endless.utf8))
    }

    /// However the bytes are cut, and whatever they are, the screen is the same.
    @Test func cutsNeverMatter() {
        var generator = Generator(state: 1)
        let alphabet = Array("\u{1B}\u{1B}[[[;;:2228835400mmmKabc?>\r".utf8)
        for _ in 0..<300 {
            let bytes = (0..<60).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] }
            var filter = Filter()
            let whole = filter.filter(bytes + [UInt8(ascii: "z")])
            filter = Filter()
            var parts: [UInt8] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int(generator.next() % 7) + 1
                parts += filter.filter(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(parts + filter.filter([UInt8(ascii: "z")]) == whole)
            // Nothing is lost and nothing else is added than fonts.
            let fonts: Set<UInt8> = Set(";1089".utf8)
            var index = 0
            for byte in whole {
                if index < bytes.count, byte == bytes[index] {
                    index += 1
                } else {
                    #expect(fonts.contains(byte) || byte == UInt8(ascii: "z"))
                }
            }
            #expect(index == bytes.count)
        }
    }

    /// What the emulator does to bytes that have nothing to do with saved cursors.
    private struct Filter {
        private var splitter = ControlSequenceSplitter()

        mutating func filter(_ bytes: [UInt8]) -> [UInt8] {
            var result: [UInt8] = []
            splitter.split(bytes) { result += $1 ? RenditionFilter.filtered($0) : $0 }
            return result
        }
    }

    /// A generator whose numbers are the same in each run (xorshift).
    private struct Generator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}
