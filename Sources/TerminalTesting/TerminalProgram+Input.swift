import TerminalCore

/// What a person does at the terminal.
///
/// All of these wait until the terminal has taken the bytes, with the options' deadline, and throw a
/// ``TerminalFailure`` if it does not. A failure later on names keys, and of texts only their length.
extension TerminalProgram {
    /// Presses `keys`, one after the other, as the bytes that xterm sends in the modes the program has set.
    public func press(_ keys: Key..., file: StaticString = #fileID, line: UInt = #line) throws(TerminalFailure) {
        drain()
        for key in keys {
            note(Self.name(of: key))
            try write(screen.bytes(for: key), expecting: "the terminal to take a key", file, line)
        }
    }

    /// Types `text`; a line feed in it is sent as it is, not as ``Key/enter``.
    public func type(_ text: String, file: StaticString = #fileID, line: UInt = #line) throws(TerminalFailure) {
        note("type(\(text.count) characters)")
        try write(Array(text.utf8), expecting: "the terminal to take what was typed", file, line)
    }

    /// Pastes `text`, between the marks of bracketed paste only if the program has turned it on.
    public func paste(_ text: String, file: StaticString = #fileID, line: UInt = #line) throws(TerminalFailure) {
        drain()
        note("paste(\(text.count) characters)")
        try write(
            screen.bytes(forPasting: Array(text.utf8)), expecting: "the terminal to take what was pasted", file, line)
    }

    /// Presses and releases the main mouse button on a cell, counted from 0.
    ///
    /// - Throws: ``TerminalFailure`` also if the program has not asked for the mouse.
    public func click(
        row: Int, column: Int, file: StaticString = #fileID, line: UInt = #line
    ) throws(TerminalFailure) {
        drain()
        note("click(row \(row), column \(column))")
        let bytes = screen.bytes(forClickAt: Position(row: row, column: column))
        guard !bytes.isEmpty else {
            throw failure(expecting: "a click to reach the program", .unavailable("mouse reporting is off"), file, line)
        }
        try write(bytes, expecting: "the terminal to take a click", file, line)
    }

    /// Sends `bytes` as they are.
    public func send(
        _ bytes: [UInt8], file: StaticString = #fileID, line: UInt = #line
    ) throws(TerminalFailure) {
        note("\(bytes.count) bytes")
        try write(bytes, expecting: "the terminal to take \(bytes.count) bytes", file, line)
    }

    /// Sends as many of `bytes` as the terminal takes without waiting.
    ///
    /// - Returns: what is left of them; nil when nobody can read them any more.
    package func sendNow(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard exitStatus == nil else { return nil }
        return terminal.write(bytes).map { bytes.dropFirst($0) }
    }

    private func write(
        _ bytes: [UInt8], expecting expectation: String, _ file: StaticString, _ line: UInt
    ) throws(TerminalFailure) {
        let deadline = Deadline(in: options.deadline)
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let left = sendNow(rest) else {
                throw failure(expecting: expectation, .programEnded, file, line)
            }
            rest = left
            if rest.isEmpty { return }
            guard !deadline.hasPassed else {
                throw failure(expecting: expectation, .deadlinePassed(options.deadline), file, line)
            }
            // The program may be unable to read until somebody takes its output.
            waitForOutput(until: deadline, orRoomToWrite: true)
            drain()
        }
    }

    /// The key's name as a failure shows it; characters may belong to a password and are not told.
    private static func name(of key: Key) -> String {
        switch key {
        case .character: "character"
        case .alt: "alt(character)"
        case .control(let scalar): "control(\(scalar))"
        case .function(let number): "F\(number)"
        default: "\(key)"
        }
    }
}
