import Asciicast
import Foundation
import Recordings
import TerminalCore
import TerminalTesting
import Testing

@Suite struct RecordingFormatTests {
    private let session = Cast(
        header: CastHeader(size: Size(columns: 20, rows: 2)),
        events: [
            CastEvent(.output("Pass"), at: .milliseconds(100)), CastEvent(.marker("1 Type"), at: .milliseconds(150)),
            CastEvent(.output("word: 密\r\n"), at: .milliseconds(200)),
            CastEvent(.resize(Size(columns: 30, rows: 2)), at: .milliseconds(250)),
            CastEvent(.output("\u{1B}[1mbold\u{1B}[m\u{1B}[?25l"), at: .milliseconds(300)),
            CastEvent(.exit(0), at: .milliseconds(350)),
        ])

    @Test(arguments: [
        ("a.cast", RecordingFormat.cast3), ("a/b.c/d.cast", .cast3), ("a.svg", .animation), ("a.txt", .text),
        ("a.b.ascii", .text), ("a.gif", nil), ("a.cast/b", nil), ("cast", nil), ("", nil),
    ])
    func extensionsStandForFormats(_ path: String, _ format: RecordingFormat?) {
        #expect(RecordingFormat(path: path) == format)
    }

    @Test func contentsOfEachFormat() throws {
        #expect(session.contents(.cast3).hasPrefix("{\"version\":3,\"term\":{\"cols\":20,\"rows\":2}}\n[0.100,"))
        #expect(session.contents(.cast2).hasPrefix("{\"version\":2,\"width\":20,\"height\":2}\n[0.100000,"))
        for format in [RecordingFormat.cast2, .cast3] {
            #expect(try Cast(reading: Array(session.contents(format).utf8)) == session)
        }
        #expect(session.contents(.text).hasPrefix("Password: 密\nbold\n───"))
        #expect(session.contents(.picture) == session.lastPicture.svg)
        #expect(session.contents(.animation).contains("@keyframes"))
    }

    @Test func headersColorsAreThoseOfPictures() throws {
        var session = session
        let color = try #require(RGBColor(hex: "#123456"))
        session.header.theme = CastTheme(
            foreground: color, background: try #require(RGBColor(hex: "#fedcba")),
            palette: Array(repeating: color, count: 8))
        #expect(session.lastPicture.svg.contains("rx=\"6\" fill=\"#fedcba\""))
        #expect(session.lastPicture.svg.contains("text-anchor=\"middle\" fill=\"#123456\""))
    }

    // MARK: - Programs of others

    /// Writes the recording to a file of version 2, which is what Debian's asciinema reads.
    private func withFile<Result>(_ body: (String) throws -> Result) throws -> Result {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("format-\(UUID()).cast").path
        try Data(session.contents(.cast2).utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    /// Runs asciinema, which wants a terminal for anything.
    private func run(_ command: String, _ path: String, output: TerminalProgram.Redirection = .terminal) throws
        -> TerminalProgram
    {
        var options = TerminalProgram.Options()
        options.size = Size(columns: 30, rows: 4)
        options.environment["HOME"] = FileManager.default.temporaryDirectory.path
        options.deadline = .seconds(60)
        options.output = output
        let program = try TerminalProgram("asciinema", [command, path], options: options)
        #expect(try program.waitForExit() == .exited(0))
        return program
    }

    @Test func asciinemaPrintsIt() throws {
        try withFile { path in
            let printed = path + ".out"
            defer { try? FileManager.default.removeItem(atPath: printed) }
            let program = try run("cat", path, output: .file(printed))
            #expect(program.screen.text.allSatisfy { $0.isWhitespace })
            #expect(
                try String(contentsOfFile: printed, encoding: .utf8)
                    == "Password: 密\r\n\u{1B}[1mbold\u{1B}[m\u{1B}[?25l")
        }
    }

    @Test func asciinemaPlaysIt() throws {
        try withFile { path in
            let program = try run("play", path)
            #expect(program.screen.rows.prefix(2) == ["Password: 密", "bold"])
        }
    }
}
