import TerminalTesting

/// When the screen is at rest.
extension Player {
    /// How long a program must write nothing to count as being at rest, unless it tells.
    static let quiet = Duration.milliseconds(100)
    /// How long a program must write nothing after a frame has told that it is at rest: what it told may have been
    /// about something before the last key.
    static let quietAfterFrame = Duration.milliseconds(10)

    /// What ended a wait for rest.
    enum Rest {
        /// What was hoped for came first.
        case fulfilled
        /// The screen came to rest without.
        case settled
        /// Neither.
        case deadlinePassed
    }

    /// Waits until `condition` holds or, failing that, the screen is at rest.
    ///
    /// A program with a state log is at rest 10 ms after a frame that is newer than the last input and not busy, and
    /// never while its newest frame is busy. Any other, and one whose last input changed nothing, is at rest once it has
    /// written nothing for 100 ms. A program that has ended is.
    func settle(until deadline: Deadline, orWhen condition: () -> Bool = { false }) throws(Stop) -> Rest {
        var seen = (bytes: program.receivedByteCount, frames: frames?.count ?? 0)
        var since = ContinuousClock.now
        while true {
            let needed = (tellsRest ? Self.quietAfterFrame : Self.quiet) * TimeScale.factor
            let end = min(since + needed, deadline.end)
            let result = try wait(until: Deadline(at: end)) { ended -> Rest? in
                if condition() { return .fulfilled }
                if ended != nil { return .settled }
                let now = (bytes: program.receivedByteCount, frames: frames?.count ?? 0)
                return now == seen ? nil : .deadlinePassed
            }
            switch result {
            case .answer(.deadlinePassed):
                seen = (program.receivedByteCount, frames?.count ?? 0)
                since = .now
            case .answer(let rest): return rest
            case .programEnded: return .settled
            case .deadlinePassed where isBusy: since = .now
            case .deadlinePassed where end < deadline.end: return .settled
            case .deadlinePassed: break
            }
            if deadline.hasPassed { return .deadlinePassed }
        }
    }

    /// Whether the program in front keeps a state log and has told of nothing but rest since the last input.
    private var tellsRest: Bool {
        guard let frames, frames.count > framesBeforeInput, !frames.isBusy else { return false }
        return program.hasOtherInForeground
    }

    /// Whether the program in front has told that it is waiting for an answer.
    private var isBusy: Bool { frames?.isBusy == true && program.hasOtherInForeground }

    /// Waits for the shell's first prompt, so that nothing is typed before the shell reads keys one by one.
    func waitForPrompt() throws(Stop) {
        let deadline = Deadline(at: .now + tape.setup.waitTimeout)
        let hasPrompt = { self.currentLine.hasSuffix(TapeShell.promptEnd) }
        // A tape may have set another prompt.
        let result = try wait(until: deadline) { _ in hasPrompt() || program.receivedByteCount > 0 ? () : nil }
        switch result {
        case .answer: _ = try settle(until: deadline, orWhen: hasPrompt)
        case .deadlinePassed: break
        case .programEnded: throw failure(expecting: "the shell to prompt", .programEnded)
        }
    }

    /// The cursor's row.
    var currentLine: String { program.screen.text(ofRow: program.screen.cursor.row) }
}
