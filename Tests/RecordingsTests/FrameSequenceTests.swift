import Asciicast
import TerminalCore
import Testing

@testable import Recordings

@Suite struct FrameSequenceTests {
    private func frames(_ cast: Cast) -> (frames: [FrameSequence.Frame], duration: Duration) {
        var frames: [FrameSequence.Frame] = []
        let duration = FrameSequence(cast).forEach { frames.append($0) }
        return (frames, duration)
    }

    private func times(_ cast: Cast) -> [Duration] { frames(cast).frames.map(\.time) }

    @Test func aFrameForEachPictureThatDiffers() {
        let session = cast([(400, "a"), (800, "b"), (1_200, "\u{1B}[m"), (1_600, "c")])
        let sequence = frames(session)
        #expect(sequence.frames.map(\.time) == [.zero, .milliseconds(400), .milliseconds(800), .milliseconds(1_600)])
        #expect(sequence.duration == .milliseconds(3_600))
        let texts = sequence.frames.map { $0.picture.rows[0].map { $0?.text ?? "" }.joined() }
        #expect(texts == ["", "a", "ab", "abc"])
    }

    @Test func whatIsDrawnTogetherIsOneFrame() {
        #expect(times(cast([(0, "a"), (10, "b"), (39, "c"), (40, "d")])) == [.zero, .milliseconds(40)])
        // A picture that nobody could see, between two events at one time.
        #expect(times(cast([(400, "x"), (400, "\r ")])).count == 2)
    }

    @Test func nothingAtAllIsOneEmptyFrame() {
        let sequence = frames(cast([]))
        #expect(sequence.frames.count == 1 && sequence.frames[0].picture.size == Size(columns: 10, rows: 2))
        #expect(sequence.duration == .seconds(2))
    }

    @Test func pausesEndAtTheRecordingsLimit() {
        var session = cast([(1_000, "a"), (61_000, "b"), (61_400, "c")])
        session.header.idleTimeLimit = 2
        #expect(times(session) == [.zero, .seconds(1), .seconds(3), .milliseconds(3_400)])
    }

    @Test func resizingIsAFrame() {
        var session = cast([(0, "a")])
        session.events.append(CastEvent(.resize(Size(columns: 20, rows: 3)), at: .seconds(1)))
        let frames = frames(session).frames
        #expect(frames.map(\.picture.size) == [Size(columns: 10, rows: 2), Size(columns: 20, rows: 3)])
    }
}
