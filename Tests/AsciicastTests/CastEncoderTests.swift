import Asciicast
import TerminalCore
import Testing

/// Section 7: recordings are asciicast v3, v2 on request.
@Suite struct CastEncoderTests {
    private func header() -> CastHeader {
        var header = CastHeader(size: Size(columns: 80, rows: 24))
        header.terminalType = "xterm-256color"
        header.timestamp = 1_700_000_000
        header.command = "sh -c \"a\""
        header.environment = ["SHELL": "/bin/sh"]
        return header
    }

    @Test func headersFollowTheirVersion() {
        #expect(
            CastEncoder(version: .v3).line(for: header()) == """
                {"version":3,"term":{"cols":80,"rows":24,"type":"xterm-256color"},"timestamp":1700000000,\
                "command":"sh -c \\"a\\"","env":{"SHELL":"/bin/sh"}}

                """)
        #expect(
            CastEncoder(version: .v2).line(for: header()) == """
                {"version":2,"width":80,"height":24,"timestamp":1700000000,"command":"sh -c \\"a\\"",\
                "env":{"SHELL":"/bin/sh","TERM":"xterm-256color"}}

                """)
    }

    /// A recording that is read and written in its version is the same.
    @Test func nothingOfAHeaderIsLost() throws {
        let line = """
            {"version":3,"term":{"cols":80,"rows":24,"type":"xterm-256color","version":"VTE(7006)"},\
            "timestamp":1700000000,"idle_time_limit":1.5,"command":"sh","title":"T","tags":["demo","登录 \\"1\\""],\
            "env":{"SHELL":"/bin/sh"}}

            """
        let header = try Cast(reading: Array(line.utf8)).header
        #expect(CastEncoder(version: .v3).line(for: header) == line)
        // Version 2 has no place for either.
        let old = CastEncoder(version: .v2).line(for: header)
        #expect(!old.contains("tags") && !old.contains("VTE"))
    }

    @Test func themesAreWholeOrNone() throws {
        let white = try #require(RGBColor(hex: "#ffffff"))
        let blue = try #require(RGBColor(hex: "#00000a"))
        #expect(CastTheme(foreground: white, background: blue, palette: [white]) == nil)
        var header = CastHeader(size: Size(columns: 2, rows: 1))
        header.theme = CastTheme(
            foreground: white, background: blue, palette: Array(repeating: blue, count: 8))
        let palette = Array(repeating: "#00000a", count: 8).joined(separator: ":")
        let theme = ##""theme":{"fg":"#ffffff","bg":"#00000a","palette":"\##(palette)"}"##
        #expect(
            CastEncoder(version: .v3).line(for: header)
                == ##"{"version":3,"term":{"cols":2,"rows":1,\##(theme)}}"## + "\n")
        #expect(
            CastEncoder(version: .v2).line(for: header)
                == ##"{"version":2,"width":2,"height":1,\##(theme)}"## + "\n")
    }

    @Test func eventsOfEachKind() {
        var encoder = CastEncoder(version: .v3)
        let kinds: [CastEvent.Kind] = [
            .output("密\u{1B}[1m\"\\\r\n\t\u{0}\u{7F}"), .resize(Size(columns: 40, rows: 12)), .marker("3 Type"),
            .input("x"), .exit(130), .other(code: "z", data: ""),
        ]
        #expect(
            kinds.map { encoder.line(for: CastEvent($0, at: .zero)) } == [
                #"[0.000,"o","密\u001b[1m\"\\\r\n\t\u0000\u007f"]"# + "\n", "[0.000,\"r\",\"40x12\"]\n",
                "[0.000,\"m\",\"3 Type\"]\n", "[0.000,\"i\",\"x\"]\n", "[0.000,\"x\",\"130\"]\n",
                "[0.000,\"z\",\"\"]\n",
            ])
    }

    @Test func timesAreIntervalsInVersion3AndAbsoluteInVersion2() {
        let times: [Duration] = [.milliseconds(5), .milliseconds(1_200), .milliseconds(1_100), .seconds(61)]
        var encoder = CastEncoder(version: .v3)
        #expect(
            times.map { encoder.line(for: CastEvent(.output(""), at: $0)).prefix(7) } == [
                "[0.005,", "[1.195,", "[0.000,", "[59.800",
            ])
        encoder = CastEncoder(version: .v2)
        #expect(
            times.map { encoder.line(for: CastEvent(.output(""), at: $0)).prefix(10) } == [
                "[0.005000,", "[1.200000,", "[1.200000,", "[61.000000",
            ])
    }

    @Test func roundingNeverAddsUp() {
        var encoder = CastEncoder(version: .v3)
        var sum = 0.0
        for count in 1...1_000 {
            let line = encoder.line(for: CastEvent(.output(""), at: .microseconds(400 * count)))
            // Rounded one by one, each of these would be 0.
            sum += Double(line.dropFirst().prefix(5)) ?? .nan
            #expect(abs(sum - 0.000_4 * Double(count)) < 0.000_501)
        }
    }
}
