import Foundation
import Glibc
import ProgramTesting
import TerminalTesting
import Testing

@testable import TapeScript

/// Programs that die, hang, flood and write nonsense under a tape (section 7).
@Suite(.serialized) struct BadProgramTests {
    @Test("A shell that ends while something is expected of it: status 3, with its last words")
    func death() throws {
        for rest in ["Wait+Screen /never/", "Expect /never/", "Wait+Settled\nType x"] {
            let play = try Performance("Type \"echo last words; exit 4\" Enter\n" + rest)
            #expect(play.status == 3)
            #expect(play.failure?.exitStatus == .exited(4))
            #expect(play.failure?.screen.contains("last words") == true)
            #expect(play.failure?.description.contains("but the program had exited with status 4") == true)
        }
    }

    @Test("A shell that ends when nothing is expected any more passes")
    func deathAtTheEnd() throws {
        try Performance("Type \"echo bye; exit 4\" Enter\nWait+Screen /\\nbye/\nWait+Settled\nSleep 9s\nHide")
            .expectPassed()
    }

    @Test("What a signal kills is told so")
    func signal() throws {
        let play = try Performance("Type \"kill -KILL $$\" Enter\nWait+Screen /never/")
        #expect(play.status == 3)
        #expect(play.failure?.exitStatus == .signalled(9))
    }

    @Test(
        "A program that hangs ends a Wait at its time, and is ended with the play, also if it ignores hang-ups",
        arguments: [false, true])
    func hanging(_ ignoresSignals: Bool) throws {
        // It tells its number, so that its end can be seen.
        let ignore = ignoresSignals ? #"trap "" HUP TERM INT; "# : ""
        let play = try Performance(
            """
            Type `sh -c '\(ignore)echo pid $$; while :; do sleep 1; done'` Enter
            Wait+Screen /pid \\d/
            Wait+Screen@300ms /never/
            """)
        #expect(play.status == 1)
        let row = try #require(play.rows.first { $0.hasPrefix("pid ") })
        #expect(ends(try #require(pid_t(row.dropFirst(4)))))
    }

    @Test("A program that reads nothing ends in a failure, not in a hang")
    func deafness() throws {
        // What the terminal holds for nobody is full after some thousands of bytes, unless it drops them.
        let text = String(repeating: "x", count: 60_000)
        let play = try Performance(
            "Type \"stty raw -echo; echo off; sleep 1000\" Enter\nWait+Screen /\\noff/\nType \(text)")
        #expect(play.status == 1)
        #expect(play.failure?.expectation == "the program to take what is typed")
    }

    @Test("A flood is read to its end, kept in bounds, and what comes behind it is seen")
    func flood() throws {
        let play = try Performance(
            "Type \"head -c 3000000 /dev/zero | tr '\\0' y; echo; echo done\" Enter\nWait+Screen@5m /\\ndone/")
        play.expectPassed()
        #expect(play.output.count > 3_000_000)
    }

    @Test("A flood without an end is no rest, and ends with the play")
    func endlessFlood() throws {
        let play = try Performance("Type yes Enter\nWait+Settled@300ms")
        #expect(play.status == 1)
        #expect(play.failure?.reason == .deadlinePassed(.milliseconds(300)))
    }

    @Test("A program that computes in silence is not at rest, and ends with the play")
    func computation() throws {
        let play = try Performance("Type \"while :; do :; done\" Enter\nWait+Settled@300ms")
        #expect(play.status == 1)
        #expect(play.failure?.reason == .deadlinePassed(.milliseconds(300)))
    }

    @Test("Invalid UTF-8, characters cut between reads, and other screens")
    func oddOutput() throws {
        let play = try Performance(
            #"""
            Type `printf '\377\303(\355\240\200|'; printf '\347\231'; sleep 0.2; printf '\273|\n'` Enter
            Wait+Screen /\|登\|/
            Type "tput smcup; printf inside; sleep 0.2; tput rmcup; echo outside" Enter
            Wait+Screen /inside\n/
            Wait+Screen /\noutside/
            Type "stty cols 30 rows 5; stty size" Enter
            Wait+Screen /\n5 30\n/
            """#)
        play.expectPassed()
        #expect(play.rows.contains { $0.contains("\u{FFFD}") })
    }

    @Test(
        "An interruption ends a Sleep, a Wait and a flood at once, and everything is told to the end",
        arguments: [
            "Sleep 1000s", "Wait+Screen@1000s /never/", "Type yes Enter Wait+Screen@1000s /never/",
            "Type \"trap '' INT HUP; sleep 1000\" Enter Wait+Screen@1000s /never/",
        ])
    func interruption(_ text: String) throws {
        var byteCount = 0
        let play = try Performance(text, speed: .factor(1)) { event in
            switch event {
            case .stepBegan(let step):
                return ["Sleep", "Wait+Screen"].contains(step.command.name) && !text.contains("yes")
            case .output(let bytes):
                let before = byteCount
                byteCount += bytes.count
                // In the middle of the flood.
                return text.contains("yes") && before < 100_000 && byteCount >= 100_000
            default: return false
            }
        }
        #expect(play.status == 130)
        #expect(play.story.last == "ended")
    }
}
