import Testing

@testable import TapeScript

@Suite("The speed of a play") struct PlaySpeedTests {
    @Test(
        "Section 7: a number from 0.01 to 1000, or max",
        arguments: [
            ("1", .factor(1)), ("0.01", .factor(0.01)), ("1000", .factor(1000)), ("2.5", .factor(2.5)), ("max", .max),
            ("0", nil), ("0.009", nil), ("1001", nil), ("-1", nil), ("nan", nil), ("inf", nil), ("MAX", nil), ("", nil),
        ] as [(String, PlaySpeed?)])
    func reading(_ text: String, _ speed: PlaySpeed?) {
        #expect(PlaySpeed(text) == speed)
    }

    @Test(
        "A pause takes so many times less, and none at all at the greatest speed",
        arguments: [
            (.factor(1), .milliseconds(200)), (.factor(4), .milliseconds(50)), (.factor(0.5), .milliseconds(400)),
            (.max, .zero),
        ] as [(PlaySpeed, Duration)])
    func pauses(_ speed: PlaySpeed, _ pause: Duration) {
        #expect(speed.applied(to: .milliseconds(200)) == pause)
    }
}
