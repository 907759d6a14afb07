import Asciicast
import TerminalCore
import TerminalTesting
import Testing

@testable import Recordings

/// Section 7: what is recorded of a session, and what is not.
@Suite struct SessionRecorderTests {
    /// The events that `session` makes.
    private func events(_ session: (inout SessionRecorder) -> Void) -> [CastEvent] {
        var events: [CastEvent] = []
        withoutActuallyEscaping({ events.append($0) }) { record in
            var recorder = SessionRecorder(record)
            session(&recorder)
        }
        return events
    }

    @Test func outputIsJoinedWhereItWasCut() {
        let bytes = Array("密".utf8)
        let events = events {
            $0.output([0x61] + bytes.prefix(1), at: .seconds(1))
            $0.output([bytes[1]], at: .seconds(2))
            $0.output([bytes[2]], at: .seconds(3))
            $0.output([0xF0, 0x9F], at: .seconds(4))
        }
        #expect(
            events == [
                CastEvent(.output("a"), at: .seconds(1)), CastEvent(.output("密"), at: .seconds(3)),
            ])
    }

    /// What is live on the screen is what the recording shows, however the bytes are cut and whatever they are.
    @Test func liveAndRecordedAreTheSameWhateverTheCut() {
        let texts: [[UInt8]] = [
            Array("bad ".utf8) + [0xC3] + Array("(\r\n".utf8) + Array("é密🙂".utf8) + [0xF0, 0x9F] + Array("x".utf8),
            [
                0x61, 0xE5, 0xAF, 0x1B, 0x5B, 0x33, 0x31, 0x6D, 0x62, 0xFF, 0xED, 0xA0, 0x80, 0x63, 0xC0, 0x80, 0x64,
                0xF4,
            ],
        ]
        for bytes in texts {
            let whole = screen("")
            whole.feed(bytes)
            // Each bit is whether a read ends there; those that differ only in the first few and the last few.
            for cuts in (0..<512).map({ $0 | $0 << (bytes.count - 9) }) {
                let live = screen("")
                let events = events { recorder in
                    var piece: [UInt8] = []
                    for (index, byte) in bytes.enumerated() {
                        piece.append(byte)
                        guard cuts >> index & 1 != 0 || index == bytes.count - 1 else { continue }
                        live.feed(piece)
                        recorder.output(piece, at: .zero)
                        piece = []
                    }
                }
                let cast = Cast(header: CastHeader(size: live.size), events: events)
                #expect(live.rows == whole.rows)
                #expect(cast.lastPicture == ScreenPicture(whole))
            }
        }
    }

    @Test func oneMarkerForEachLine() {
        let events = events {
            $0.mark("Type", place: "3", at: .seconds(1))
            $0.mark("Enter", place: "3", at: .seconds(2))
            $0.mark("Wait", place: "4", at: .seconds(3))
            $0.resize(to: Size(columns: 40, rows: 12), at: .seconds(3))
        }
        #expect(
            events == [
                CastEvent(.marker("3 Type"), at: .seconds(1)), CastEvent(.marker("4 Wait"), at: .seconds(3)),
                CastEvent(.resize(Size(columns: 40, rows: 12)), at: .seconds(3)),
            ])
    }

    @Test func whatIsHiddenTakesNoTimeAndIsNotThere() throws {
        let shown = screen("$ clean")
        let events = events {
            $0.output(Array("$ ".utf8), at: .seconds(1))
            $0.hide(at: .seconds(2))
            $0.hide(at: .seconds(3))
            $0.output(Array("export TOKEN=hunter2\r\n".utf8), at: .seconds(3))
            $0.mark("Type", place: "5", at: .seconds(4))
            $0.show(shown, at: .seconds(12))
            $0.show(shown, at: .seconds(12))
            $0.output(Array("!".utf8), at: .seconds(13))
        }
        try #require(events.count == 4)
        #expect(events.map(\.time) == [.seconds(1), .seconds(2), .seconds(2), .seconds(3)])
        #expect(!"\(events)".contains("hunter2"))
        let cast = Cast(header: CastHeader(size: Size(columns: 20, rows: 4)), events: events)
        shown.feed([UInt8(ascii: "!")])
        #expect(cast.lastPicture == ScreenPicture(shown))
    }

    @Test func aCharacterThatIsCutByTheShowingIsWhole() {
        let bytes = Array("密".utf8)
        let shown = screen("")
        let events = events {
            $0.hide(at: .zero)
            $0.output([bytes[0]], at: .zero)
            $0.show(shown, at: .zero)
            $0.output([bytes[1], bytes[2]], at: .zero)
        }
        #expect(events.last == CastEvent(.output("密"), at: .zero))
    }
}
