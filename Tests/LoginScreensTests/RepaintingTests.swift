import LoginFlow
import LoginScreens
import TerminalCore
import Testing

@Suite("Repainting")
struct RepaintingTests {
    private static let painter = Painter(
        language: .english, isASCII: false, colorDepth: .palette, formatTime: { "\($0.seconds)" },
        userName: { _ in nil })

    @Test(
        "L2, D1: whatever was painted before, a picture is that of its state",
        arguments: [Size.standard, Size(columns: 40, rows: 12)])
    func everySceneOverEveryOther(size: Size) {
        TextLayout.useUTF8Widths()
        let frames = Scene.all.map { Self.painter.paint($0.flow, size: size) }
        for (scene, frame) in zip(Scene.all, frames) {
            for last in frames { #expect(Self.painter.paint(scene.flow, size: size, over: last) == frame) }
        }
    }

    @Test(
        "L2, L4, L5, D1: key by key, from any state", arguments: [Size.standard, Size(columns: 40, rows: 12)])
    func keys(size: Size) {
        TextLayout.useUTF8Widths()
        var generator = Generator()
        var kept = 0
        for var scene in Scene.all {
            var last = Self.painter.paint(scene.flow, size: size)
            for _ in 0..<200 {
                scene.handle(generator.makeEvent())
                let whole = Self.painter.paint(scene.flow, size: size)
                let frame = Self.painter.paint(scene.flow, size: size, over: last)
                guard frame == whole else {
                    Issue.record("\(scene.name): \(frame.buffer.lines) is not \(whole.buffer.lines)")
                    return
                }
                if frame.buffer != last.buffer { kept += Self.sharedRows(frame.buffer, last.buffer) }
                last = frame
            }
        }
        #expect(kept > 10_000, "most keys leave most rows alone")
    }

    @Test("a picture of another size is drawn anew")
    func resized() {
        TextLayout.useUTF8Widths()
        let scene = Scene { $0.fill("ada", "secret") }
        let last = Self.painter.paint(scene.flow, size: Size(columns: 100, rows: 30))
        let frame = Self.painter.paint(scene.flow, size: .standard, over: last)
        #expect(frame == Self.painter.paint(scene.flow, size: .standard))
    }

    /// The rows that lie in the same memory.
    private static func sharedRows(_ one: Buffer, _ other: Buffer) -> Int {
        zip(one.rows, other.rows).count { one, other in
            one.withUnsafeBytes { one in other.withUnsafeBytes { one.baseAddress == $0.baseAddress } }
        }
    }
}

/// Keys that stay on the screens, the same in each run.
private struct Generator {
    private var state: UInt64 = 1

    mutating func makeEvent() -> Event {
        switch next(below: 10) {
        case 0...5: .typed(["a", " ", "密", "\u{301}", "1", "9"][next(below: 6)])
        case 6: .timerFired([.shake, .resend, .lock][next(below: 3)])
        case 7: .clicked(.element(ElementID.allCases[next(below: ElementID.allCases.count)]))
        default: .pressed(Command.allCases[next(below: Command.allCases.count)])
        }
    }

    private mutating func next(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}
