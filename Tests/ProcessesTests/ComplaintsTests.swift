import Cryptography
import Glibc
import Processes
import Testing

@Suite("What a program complains of")
struct ComplaintsTests {
    /// A pipe, which is closed at the end of the test.
    private final class Line {
        let pipe: Pipe

        init() throws { pipe = try #require(Pipe()) }

        deinit { pipe.close() }

        func write(_ text: String) {
            let count = Glibc.write(pipe.input, text, text.utf8.count)
            #expect(count == text.utf8.count)
        }
    }

    private let line: Line

    init() throws { line = try Line() }

    @Test("Lines come when they are whole, the last one at the end, and nobody waits for them")
    func lines() {
        var complaints = Complaints(line.pipe.output)
        var told: [[String]] = []
        for text in ["", "one\n\ntwo\nthr", "ee\nfour", ""] {
            line.write(text)
            let isOpen = complaints.read()
            #expect(isOpen)
            told.append(complaints.takeLines())
        }
        told.append(complaints.takeRest())
        told.append(complaints.takeRest())
        #expect(told == [[], ["one", "two"], ["three"], [], ["four"], []])
    }

    @Test("It is known when nobody can write any more")
    func end() throws {
        let pipe = try #require(Pipe())
        var complaints = Complaints(pipe.output)
        #expect(write(pipe.input, "last", 4) == 4)
        close(pipe.input)
        let isOpen = complaints.read()
        let rest = complaints.takeRest()
        #expect(!isOpen && rest == ["last"])
        close(pipe.output)
    }

    @Test("Of a flood the last 20 lines are told, and no more than 4096 bytes")
    func flood() {
        var complaints = Complaints(line.pipe.output)
        for number in 1...30 { line.write("line \(number)\n") }
        _ = complaints.read()
        let lines = complaints.takeLines()
        #expect(lines == (11...30).map { "line \($0)" })
        for _ in 0..<8 { line.write(String(repeating: "x", count: 4000)) }
        _ = complaints.read()
        let rest = complaints.takeRest()
        #expect(rest == [String(repeating: "x", count: 4096)])
    }

    @Test("A6: in the text secrets are hidden before it is cut, wherever and however often they stand")
    func secrets() {
        var complaints = Complaints(line.pipe.output)
        let secrets = [Secret(), Secret("13542138562".utf8), Secret("1234".utf8)]
        line.write("1234 to 13542138562:\r\n\n12341234, 123")
        _ = complaints.read()
        #expect(complaints.text(hiding: secrets) == "… to …: / ……, 123")
        #expect(complaints.text(hiding: []) == "1234 to 13542138562: / 12341234, 123")
        // Cut first, the end of the code would be left before the rest.
        line.write("\n1234" + String(repeating: "x", count: 498))
        _ = complaints.read()
        #expect(!complaints.text(hiding: secrets).contains("34"))
        #expect(complaints.text(hiding: secrets).hasSuffix(String(repeating: "x", count: 498)))
    }
}
