import TerminalCore
import Testing

@testable import Asciicast

@Suite struct CastDecoderTests {
    private static let header = #"{"version":3,"term":{"cols":80,"rows":24}}"#

    private func read(_ text: String) throws(CastError) -> Cast {
        try Cast(reading: Array(text.utf8))
    }

    @Test func version3() throws {
        let cast = try read(
            """
            {"version": 3, "term": {"cols": 100, "rows": 30, "type": "vt100", "version": "x"}, "timestamp": 5, \
            "idle_time_limit": 1.5, "title": "T", "command": "C", "env": {"A": "b"}, "tags": ["new"]}
            # a comment
            [0.25, "o", "h\\u00e9\\n"]

            [0.5, "m", ""]
            [1, "r", "40x12"]
            [0, "i", "k"]
            [0, "q", "?"]
            [2.000, "x", "3"]

            """)
        var header = CastHeader(size: Size(columns: 100, rows: 30))
        header.terminalType = "vt100"
        header.timestamp = 5
        header.idleTimeLimit = 1.5
        header.title = "T"
        header.command = "C"
        header.environment = ["A": "b"]
        header.terminalVersion = "x"
        header.tags = ["new"]
        #expect(cast.header == header)
        #expect(
            cast.events == [
                CastEvent(.output("hé\n"), at: .milliseconds(250)), CastEvent(.marker(""), at: .milliseconds(750)),
                CastEvent(.resize(Size(columns: 40, rows: 12)), at: .milliseconds(1_750)),
                CastEvent(.input("k"), at: .milliseconds(1_750)),
                CastEvent(.other(code: "q", data: "?"), at: .milliseconds(1_750)),
                CastEvent(.exit(3), at: .milliseconds(3_750)),
            ])
    }

    @Test func version2() throws {
        let palette = Array(repeating: "#010203", count: 16).joined(separator: ":")
        let cast = try read(
            """
            {"version":2,"width":20,"height":5,"timestamp":5.7,"env":{"TERM":"xterm","SHELL":null},\
            "theme":{"fg":"#FFffff","bg":"#000000","palette":"\(palette)"}}
            [1.5,"o","a"]
            [1.25,"o","b"]
            """)
        #expect(cast.header.size == Size(columns: 20, rows: 5))
        #expect(cast.header.terminalType == "xterm" && cast.header.environment == ["TERM": "xterm"])
        #expect(cast.header.timestamp == 5)
        #expect(cast.header.theme?.palette.count == 16 && cast.header.theme?.foreground.hex == "#ffffff")
        // A clock that was set back must not confuse whoever reads on.
        #expect(cast.events.map(\.time) == [.milliseconds(1_500), .milliseconds(1_500)])
    }

    @Test(arguments: [
        (#"[-1,"o","a"]"#, "no time: -1.0"), (#"[1e99,"o","a"]"#, "no time: 1e+99"),
        (#"["1","o","a"]"#, "no event: [time, code, data] is expected"),
        (#"[1,"o"]"#, "no event: [time, code, data] is expected"),
        (#"[1,"o","a","b"]"#, "no event: [time, code, data] is expected"),
        (#"[1,2,"a"]"#, "no event: [time, code, data] is expected"),
        (#"[1,"o",2]"#, "no event: [time, code, data] is expected"), ("x", "no event: [time, code, data] is expected"),
        (#"[1,"r","80"]"#, "wrong data for an event r"), (#"[1,"r","0x24"]"#, "wrong data for an event r"),
        (#"[1,"r","80x99999"]"#, "wrong data for an event r"), (#"[1,"r","80x24x"]"#, "wrong data for an event r"),
        (#"[1,"x","?"]"#, "wrong data for an event x"),
    ])
    func eventsThatBreakTheFormat(_ line: String, _ reason: String) {
        #expect(throws: CastError(line: 2, reason: reason)) { try read("\(Self.header)\n\(line)\n") }
    }

    @Test(arguments: [
        ("", "no header of an asciicast"), ("[]", "no header of an asciicast"), ("# v3", "no header of an asciicast"),
        (#"{"version":"3"}"#, "no header of an asciicast"),
        (#"{"version":1,"width":80,"height":24}"#, "version 1 of asciicast is not known"),
        (#"{"version":3,"width":80,"height":24}"#, "the header tells no size of the window"),
        (#"{"version":2,"width":80}"#, "the header tells no size of the window"),
        (#"{"version":2,"width":80,"height":1000000}"#, "the header tells no size of the window"),
    ])
    func headersThatBreakTheFormat(_ text: String, _ reason: String) {
        #expect(throws: CastError(line: 1, reason: reason)) { try read(text + "\n") }
    }

    /// A recording is valid up to its last line, wherever it was cut.
    @Test func whatWasCutShortIsReadUpToThere() throws {
        let text = Self.header + "\n[0.1,\"o\",\"a\"]\n[0.1,\"o\",\"密b\"]\n"
        let bytes = Array(text.utf8)
        for count in Self.header.utf8.count...bytes.count {
            let events = try Cast(reading: Array(bytes.prefix(count))).events
            let whole = bytes.prefix(count).count { $0 == UInt8(ascii: "\n") } - 1
            // A last event whose line end alone is missing counts.
            #expect(events.count == max(0, whole) || events.count == whole + 1)
        }
    }

    @Test(arguments: CastVersion.allCases) func whatIsWrittenIsReadAgain(_ version: CastVersion) throws {
        let palette = try (0..<8).map { try #require(RGBColor(hex: "#0\($0)0\($0)0\($0)")) }
        var header = CastHeader(size: Size(columns: 132, rows: 50))
        header.terminalType = "xterm"
        header.timestamp = 1
        header.idleTimeLimit = 2.5
        header.command = "a\nb"
        header.title = "\u{1}\"题"
        header.environment = ["TERM": "xterm", "X": ""]
        header.theme = CastTheme(foreground: palette[7], background: palette[0], palette: palette)
        let cast = Cast(
            header: header,
            events: [
                CastEvent(.output("\u{0}\u{1B}]0;é\u{7}"), at: .milliseconds(1)),
                CastEvent(.marker("1 Set"), at: .milliseconds(1)), CastEvent(.input("\u{3}"), at: .milliseconds(20)),
                CastEvent(.resize(Size(columns: 1, rows: 1)), at: .seconds(70)), CastEvent(.exit(0), at: .seconds(71)),
            ])
        #expect(try read(cast.text(version: version)) == cast)
    }
}
