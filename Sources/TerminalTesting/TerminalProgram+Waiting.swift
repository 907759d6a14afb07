import TerminalCore

/// Waiting for the screen and for the end.
///
/// Each wait looks at once, and then after every piece of output. `within` is the options' deadline if nil;
/// ``TimeScale`` stretches either. When time runs out, or the program ends without having fulfilled the
/// condition, a ``TerminalFailure`` tells what was expected and shows the screen.
extension TerminalProgram {
    /// Waits until `text` stands on the screen, within one row; blanks count, also those at the end of the row.
    public func waitForText(
        _ text: String, within limit: Duration? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(TerminalFailure) {
        try waitFor("the text \"\(text)\"", within: limit, file: file, line: line) { $0.contains(text) }
    }

    /// Waits until `pattern` matches somewhere on the screen, whose rows, without the blanks at their
    /// ends, are joined by line feeds.
    public func waitForText(
        _ pattern: some RegexComponent, within limit: Duration? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) throws(TerminalFailure) {
        try waitFor("text that matches a pattern", within: limit, file: file, line: line) {
            $0.text.contains(pattern)
        }
    }

    /// Waits until `text` does not stand on the screen.
    public func waitForTextGone(
        _ text: String, within limit: Duration? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(TerminalFailure) {
        try waitFor("the text \"\(text)\" to be gone", within: limit, file: file, line: line) {
            !$0.contains(text)
        }
    }

    /// Waits until `condition` holds for the screen.
    ///
    /// ```swift
    /// try program.waitFor("a red button") { $0.cell(at: Position(row: 3, column: 8)).style.background == .index(160) }
    /// ```
    ///
    /// - Parameters:
    ///   - expectation: the condition in words that follow "expected".
    ///   - limit: how long; nil is the options' deadline.
    ///   - file: the test's file.
    ///   - line: the test's line.
    ///   - condition: gets the screen after each piece of output.
    /// - Throws: ``TerminalFailure``.
    public func waitFor(
        _ expectation: String, within limit: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ condition: (TerminalEmulator) -> Bool
    ) throws(TerminalFailure) {
        try wait(for: expectation, within: limit, file, line) { _ in condition(screen) ? () : nil }
    }

    /// How long a program must write nothing to count as being at rest although it computes.
    package static let quietWhileComputing = Duration.seconds(1)

    /// Waits until the program has written nothing for `quiet`, and does not compute or has done so for a second.
    ///
    /// For programs that do not say when they are done; it is a guess by nature, and a program that waits for
    /// something else for longer than `quiet` defeats it. Prefer a text, a condition, or, where the program keeps a
    /// state log, ``waitForFrame(_:after:within:file:line:_:)``. A program that has ended has settled.
    public func waitUntilSettled(
        quiet: Duration = .milliseconds(100), within limit: Duration? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) throws(TerminalFailure) {
        let needed = quiet * TimeScale.factor
        var (count, since) = (receivedByteCount, ContinuousClock.now)
        try wait(for: "the screen to settle", within: limit, file, line) { end in
            if count != receivedByteCount { (count, since) = (receivedByteCount, .now) }
            let silence = since.duration(to: .now)
            let isAtRest = silence >= needed && (silence >= Self.quietWhileComputing * TimeScale.factor || !isComputing)
            return end != nil || isAtRest ? () : nil
        }
    }

    /// Waits until the program has ended and all its output has been read.
    ///
    /// - Returns: how it ended.
    @discardableResult
    public func waitForExit(
        within limit: Duration? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(TerminalFailure) -> ExitStatus {
        try wait(for: "the program to end", within: limit, file, line) { $0 }
    }

    /// Waits until `answer` gives one, and throws what else comes to pass.
    func wait<Answer>(
        for expectation: String, within limit: Duration?, _ file: StaticString, _ line: UInt,
        _ answer: (_ end: ExitStatus?) -> Answer?
    ) throws(TerminalFailure) -> Answer {
        let limit = limit ?? options.deadline
        var given: Answer?
        let result = pump(until: Deadline(in: limit), atMost: Self.tick) { end in
            given = answer(end)
            return given != nil
        }
        if let given { return given }
        switch result {
        case .fulfilled, .programEnded: throw failure(expecting: expectation, .programEnded, file, line)
        case .deadlinePassed: throw failure(expecting: expectation, .deadlinePassed(limit), file, line)
        }
    }

    /// Reads output until `condition` holds; the heart of all waits.
    ///
    /// `condition` is asked at once, then after each piece of output, whenever one of ``Options/wakers`` is readable,
    /// and after `limit`. It gets how the program ended if it had before its output was read: an end seen later may
    /// have come with output that nobody has read yet. Where `orRoomToWrite`, room in the terminal's input wakes it,
    /// too.
    package func pump(
        until deadline: Deadline, orRoomToWrite: Bool = false, atMost limit: Duration = .seconds(3600),
        _ condition: (_ end: ExitStatus?) -> Bool
    ) -> PumpResult {
        while true {
            // Asked before reading, so that what a program wrote just before its end is never missed.
            let end = exitStatus
            let hasRead = drain()
            if !(end != nil && hasRead), condition(end) { return .fulfilled }
            if end != nil && !hasRead { return .programEnded }
            guard !deadline.hasPassed else { return .deadlinePassed }
            if !hasRead { waitForOutput(until: deadline, orRoomToWrite: orRoomToWrite, atMost: limit) }
        }
    }
}

/// What ended a wait.
package enum PumpResult {
    /// What was waited for.
    case fulfilled
    /// The program ended without it.
    case programEnded
    /// It took too long.
    case deadlinePassed
}
