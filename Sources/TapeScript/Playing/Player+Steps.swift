import TerminalCore
import TerminalTesting

/// One step after the other.
extension Player {
    /// Carries out `step` and tells of it.
    ///
    /// - Returns: false for what has been done before the first key.
    @discardableResult
    func carryOut(_ step: TapeStep) throws(Stop) -> Bool {
        switch step.command {
        case .output, .require, .environment: return false
        // In the header it has been counted already, behind it it is the only one that counts.
        case .set(.typingSpeed(let pause)): typingSpeed = pause
        case .set: return false
        default: break
        }
        tell(.stepBegan(step))
        try perform(step.command)
        tell(.stepEnded(step))
        return true
    }

    private func perform(_ command: TapeCommand) throws(Stop) {
        switch command {
        case .type(let text, let pause): try type(text, pause ?? typingSpeed)
        case .press(let key, let count, let pause):
            try repeated(count, pause ?? typingSpeed, name: key.name) { program.screen.bytes(for: key.key) }
        case .chord(let chord): try repeated(1, typingSpeed, name: chord.name) { chord.bytes }
        case .sleep(let duration): try pause(duration)
        case .copy(let text): clipboard = text
        case .paste:
            program.note("paste(\(clipboard.count) characters)")
            try send(program.screen.bytes(forPasting: Array(clipboard.utf8)))
        case .hide: tell(.hidden)
        case .show: tell(.shown)
        case .resize(let size):
            noteInput()
            program.resize(to: size)
            tell(.resized(size))
        case .click(let position): try click(position)
        case .screenshot(let path): tell(.snapshot(path: Checker.picturePath(path)))
        case .snapshot(let path): tell(.snapshot(path: path))
        case .wait(let target, let timeout): try wait(for: target, within: timeout ?? tape.setup.waitTimeout)
        case .expect(let pattern): try expect(pattern)
        case .expectLook(let position, let look): try expect(look, at: position)
        case .expectCursor(let position): try expectCursor(at: position)
        case .output, .require, .environment, .set, .scroll: break
        }
    }

    // MARK: - Keys

    /// Types `text`, a key for each code point, and arrows for arrows.
    private func type(_ text: String, _ pause: Duration) throws(Stop) {
        func bytes(_ scalar: Unicode.Scalar) -> [UInt8] {
            switch scalar {
            case "←": program.screen.bytes(for: .left)
            case "↑": program.screen.bytes(for: .up)
            case "→": program.screen.bytes(for: .right)
            case "↓": program.screen.bytes(for: .down)
            default: Array(String(scalar).utf8)
            }
        }
        let scalars = text.unicodeScalars
        program.note("type(\(scalars.count) characters)")
        guard options.speed.applied(to: pause) > .zero else { return try send(scalars.flatMap(bytes)) }
        for scalar in scalars {
            try send(bytes(scalar))
            try self.pause(pause)
        }
    }

    /// Sends what `bytes` gives `count` times; `name` is what a failure shows instead.
    private func repeated(
        _ count: Int, _ pause: Duration, name: String, _ bytes: () -> [UInt8]
    ) throws(Stop) {
        program.note(count == 1 ? name : "\(name) \(count)")
        guard options.speed.applied(to: pause) > .zero else {
            return try send(Array(repeatElement(bytes(), count: count).joined()))
        }
        for _ in 0..<count {
            try send(bytes())
            try self.pause(pause)
        }
    }

    /// From here on only what comes anew tells of rest.
    private func noteInput() {
        frames?.update()
        framesBeforeInput = frames?.count ?? 0
        bytesBeforeInput = program.receivedByteCount
        inputCount += 1
    }

    /// Sends `bytes`, and waits until the terminal has taken them.
    private func send(_ bytes: [UInt8]) throws(Stop) {
        noteInput()
        var rest: ArraySlice<UInt8>? = program.sendNow(bytes[...])
        if rest?.isEmpty == true { return }
        let result = try wait(until: Deadline(in: options.inputLimit), orRoomToWrite: true) { _ in
            rest = rest.flatMap(program.sendNow)
            return rest?.isEmpty ?? true
        }
        if rest == nil { throw failure(expecting: "the program to take what is typed", .programEnded) }
        switch result {
        case .fulfilled: break
        case .programEnded: throw failure(expecting: "the program to take what is typed", .programEnded)
        case .deadlinePassed:
            throw failure(expecting: "the program to take what is typed", .deadlinePassed(options.inputLimit))
        }
    }

    private func click(_ position: Position) throws(Stop) {
        let expectation = "a click on row \(position.row), column \(position.column) to reach the program"
        try checkCell(at: position, expecting: expectation)
        // The program may not have got round to asking for the mouse.
        _ = try settle(until: Deadline(at: .now + tape.setup.waitTimeout)) { program.screen.mouseReporting != .off }
        let bytes = program.screen.bytes(forClickAt: position)
        guard !bytes.isEmpty else { throw failure(expecting: expectation, .unavailable("mouse reporting is off")) }
        program.note("click(row \(position.row), column \(position.column))")
        try send(bytes)
    }
}
