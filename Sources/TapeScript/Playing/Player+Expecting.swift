import TerminalCore
import TerminalTesting

/// `Wait` and `Expect`.
extension Player {
    /// Waits for `target`, at most `timeout`.
    func wait(for target: TapeCommand.WaitTarget, within timeout: Duration) throws(Stop) {
        let deadline = Deadline(at: .now + timeout)
        let expectation: String
        let result: PumpResult
        switch target {
        case .settled:
            guard try settle(until: deadline) == .deadlinePassed else { return }
            throw failure(expecting: "the screen to come to rest", .deadlinePassed(timeout))
        case .line(let pattern):
            let (matcher, source) = try compile(pattern)
            expectation = "the cursor's row to match /\(source)/"
            result = try waitForAnswer(until: deadline) { matcher.matches(currentLine) }
        case .screen(let pattern):
            let (matcher, source) = try compile(pattern)
            expectation = "the screen to match /\(source)/"
            result = try waitForAnswer(until: deadline) { matcher.matches(program.screen.text) }
        }
        switch result {
        case .fulfilled: return
        case .deadlinePassed: throw failure(expecting: expectation, .deadlinePassed(timeout))
        case .programEnded: throw failure(expecting: expectation, .programEnded)
        }
    }

    /// Waits until `condition` holds, and looks only once the program has answered the last key, is at rest, or has had
    /// a second: a prompt that stood there before is none for what was typed at it.
    private func waitForAnswer(until deadline: Deadline, _ condition: () -> Bool) throws(Stop) -> PumpResult {
        let answer = Deadline(in: Self.answerLimit)
        _ = try settle(until: answer.end < deadline.end ? answer : deadline) { hasAnswered }
        return try wait(until: deadline) { _ in condition() }
    }

    /// Expects the screen to match `pattern` when it is at rest.
    func expect(_ pattern: TapePattern) throws(Stop) {
        let (matcher, source) = try compile(pattern)
        try expect("the screen to match /\(source)/", otherwise: { "it does not, and is at rest" }) {
            matcher.matches(program.screen.text)
        }
    }

    /// Expects the cell at `position` to have `look` when the screen is at rest.
    func expect(_ look: ExpectedLook, at position: Position) throws(Stop) {
        let expectation = "the cell at row \(position.row), column \(position.column) to be \(look.notation)"
        try checkCell(at: position, expecting: expectation)
        try expect(expectation) {
            "it is \(ExpectedLook.notation(of: program.screen.cell(at: position).style))"
        } when: {
            look.matches(program.screen.cell(at: position).style)
        }
    }

    /// Expects the cursor at `position` when the screen is at rest.
    func expectCursor(at position: Position) throws(Stop) {
        let expectation = "the cursor at row \(position.row), column \(position.column)"
        try checkCell(at: position, expecting: expectation)
        try expect(expectation) {
            let cursor = program.screen.cursor
            return program.screen.isCursorVisible
                ? "it is at row \(cursor.row), column \(cursor.column)" : "it is hidden"
        } when: {
            program.screen.isCursorVisible && program.screen.cursor == position
        }
    }

    /// Fails where the screen has no cell at `position`: a blank one that is read there must not pass for one.
    func checkCell(at position: Position, expecting expectation: String) throws(Stop) {
        let size = program.screen.size
        guard position.row < size.rows, position.column < size.columns else {
            throw failure(expecting: expectation, .unavailable("the screen has no such cell"))
        }
    }

    /// What shows for a moment only would make the outcome a matter of luck, so it does not count either way.
    private func expect(
        _ expectation: String, otherwise: () -> String, when condition: () -> Bool
    ) throws(Stop) {
        let timeout = tape.setup.waitTimeout
        if try settle(until: Deadline(at: .now + timeout)) == .deadlinePassed {
            throw failure(expecting: "\(expectation), and to be at rest", .deadlinePassed(timeout))
        }
        if condition() { return }
        throw failure(expecting: expectation, program.exitStatus == nil ? .settled(otherwise()) : .programEnded)
    }

    /// What can be searched for: `pattern`, or that of the settings, or a prompt.
    private func compile(_ pattern: TapePattern?) throws(Stop) -> (TapePattern.Matcher, source: String) {
        do throws(TapePattern.Malformed) {
            let standard = try TapePattern(">$")
            let pattern = pattern ?? tape.setup.waitPattern ?? standard
            return (try pattern.matcher(), pattern.source)
        } catch {
            throw failure(expecting: "a regular expression", .unavailable(error.reason))
        }
    }
}
