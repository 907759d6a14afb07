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

    /// What has come and gone so far; the same again means that nothing has happened in between.
    struct Activity: Equatable {
        var inputs: Int
        var bytes: Int
        var frames: Int
    }

    private var activity: Activity {
        Activity(inputs: inputCount, bytes: program.receivedByteCount, frames: frames?.count ?? 0)
    }

    /// Waits until `condition` holds or, failing that, the screen is at rest.
    ///
    /// A program with a state log is at rest 10 ms after a frame that is newer than the last input and not busy, and
    /// never while its newest frame is busy. Any other, and one whose last input changed nothing, is at rest once it
    /// has written nothing for 100 ms. Neither is while it computes, but for one that has written nothing for a second.
    /// A program that has ended is at rest, and so is a screen that was and to which nothing has happened since.
    func settle(until deadline: Deadline, orWhen condition: () -> Bool = { false }) throws(Stop) -> Rest {
        program.drain()
        frames?.update()
        var (seen, lastChange) = (activity, ContinuousClock.now)
        var since = lastChange
        var result = seen == activityAtRest ? Rest.settled : nil
        while result == nil {
            let needed = (tellsRest ? Self.quietAfterFrame : Self.quiet) * TimeScale.factor
            let quietEnd = since + needed
            var holds = false
            let change = try wait(until: Deadline(at: min(quietEnd, deadline.end))) { end in
                holds = condition()
                return holds || end == nil && activity != seen
            }
            switch change {
            case .fulfilled where holds: return .fulfilled
            case .fulfilled:
                (seen, lastChange) = (activity, .now)
                since = lastChange
            case .programEnded: result = .settled
            case .deadlinePassed where isBusy || computes(since: lastChange): since = .now
            case .deadlinePassed where quietEnd <= deadline.end: result = .settled
            case .deadlinePassed: break
            }
            if result == nil, deadline.hasPassed { return .deadlinePassed }
        }
        activityAtRest = activity
        return .settled
    }

    /// Whether the program in front keeps a state log, has read all input, and has told of nothing but rest since.
    private var tellsRest: Bool {
        guard let frames, frames.count > framesBeforeInput, !frames.isBusy, !program.hasUnreadInput else {
            return false
        }
        return program.hasOtherInForeground
    }

    /// Whether all input has been read, and something was written behind the last of it.
    var hasAnswered: Bool {
        inputCount == 0 || !program.hasUnreadInput && program.receivedByteCount > bytesBeforeInput
    }

    /// Whether the program in front has told that it is waiting for an answer.
    private var isBusy: Bool { frames?.isBusy == true && program.hasOtherInForeground }

    /// Whether the program in front computes, and has written nothing since `lastChange` for no long time.
    private func computes(since lastChange: ContinuousClock.Instant) -> Bool {
        .now < lastChange + TerminalProgram.quietWhileComputing * TimeScale.factor && program.isComputing
    }

    /// Waits for the shell's first prompt, so that nothing is typed before the shell reads keys one by one.
    func waitForPrompt() throws(Stop) {
        let deadline = Deadline(at: .now + tape.setup.waitTimeout)
        let hasPrompt = { self.currentLine.hasSuffix(TapeShell.promptEnd) }
        // A tape may have set another prompt.
        let result = try wait(until: deadline) { _ in hasPrompt() || program.receivedByteCount > 0 }
        switch result {
        case .fulfilled: _ = try settle(until: deadline, orWhen: hasPrompt)
        case .deadlinePassed: break
        case .programEnded: throw failure(expecting: "the shell to prompt", .programEnded)
        }
    }

    /// The cursor's row.
    var currentLine: String { program.screen.text(ofRow: program.screen.cursor.row) }
}
