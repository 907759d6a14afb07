import Glibc
import TerminalCore
import TerminalTesting
import Testing

@testable import TapeScript

/// A tape played to its end, with all that was told of it.
final class Performance: PlayObserver {
    /// How it ended.
    private(set) var ending: Player.Ending?
    /// What was told, in short.
    private(set) var story: [String] = []
    /// All output.
    private(set) var output: [UInt8] = []
    /// The screens of snapshots, by path.
    private(set) var snapshots: [String: [String]] = [:]
    /// The screen at the end.
    private(set) var rows: [String] = []
    /// The dump of the screens.
    let dump = TextDump()
    /// When each step began.
    private(set) var times: [Duration] = []

    /// Writes to the descriptor that interrupts.
    private let interrupt: (PlayEvent) -> Void

    /// Plays the tape `text`, which must have no errors, in `environment`.
    ///
    /// With `isInterrupted`, it is interrupted at each event for which that holds.
    init(
        _ text: String, speed: PlaySpeed = .max, environment: [String: String] = [:],
        isInterrupted: ((PlayEvent) -> Bool)? = nil
    ) throws {
        var ends: [CInt] = [-1, -1]
        if isInterrupted != nil { try #require(pipe(&ends) == 0) }
        let (reader, writer) = (ends[0], ends[1])
        defer { if isInterrupted != nil { for end in [reader, writer] { close(end) } } }
        interrupt = { event in
            guard let isInterrupted, isInterrupted(event) else { return }
            var byte: UInt8 = 2
            write(writer, &byte, 1)
        }
        let tape = try Tape.make(text)
        try #require(tape.errors.isEmpty, "\(tape.errors)")
        var options = Player.Options()
        options.speed = speed
        options.environment = TerminalProgram.plainEnvironment.merging(environment) { $1 }
        options.interruption = isInterrupted == nil ? nil : reader
        options.inputLimit = .milliseconds(500)
        ending = try Player(tape, options: options, observer: self).play()
    }

    func observe(_ event: PlayEvent, at time: Duration, screen: TerminalEmulator) {
        dump.observe(event, at: time, screen: screen)
        interrupt(event)
        switch event {
        case .began(let size): story.append("began \(size.columns)x\(size.rows)")
        case .stepBegan(let step):
            story.append("\(step.position.line) \(step.command.name)")
            times.append(time)
        case .output(let bytes): output += bytes
        case .resized(let size): story.append("resized \(size.columns)x\(size.rows)")
        case .hidden: story.append("hidden")
        case .shown: story.append("shown")
        case .snapshot(let path): snapshots[path] = screen.rows
        case .stepEnded: break
        case .ended:
            story.append("ended")
            rows = screen.rows
        }
    }

    /// The failure that it ended with; nil if it passed or was interrupted.
    var failure: TerminalFailure? {
        switch ending {
        case .failed(let failure), .died(let failure): failure
        default: nil
        }
    }

    /// The status that the program would end with.
    var status: Int {
        switch ending {
        case .passed: 0
        case .failed: 1
        case .died: 3
        case .interrupted, nil: 130
        }
    }

    /// Expects it to have passed.
    func expectPassed(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status == 0, "\(failure?.description ?? "interrupted")", sourceLocation: sourceLocation)
    }
}
