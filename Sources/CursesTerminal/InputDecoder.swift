import TerminalCore

/// Turns the terminal's bytes into keys, clicks and pastes (T5).
///
/// It does no I/O and reads no clock. Whoever feeds it also calls ``expire(at:)`` when ``deadline`` has come. How the
/// bytes are split over calls makes no difference, only the time between them does: bytes that are fed behind the
/// deadline came too late, whether or not anybody was awake to see it pass.
///
/// A sequence that breaks off, because its time runs out or a byte comes that cannot belong to it, was not one: it is
/// taken as Alt with its first character and, behind that, as text, so that nothing typed is lost. Escape right
/// before a key that Alt cannot go with is Escape and that key.
public struct InputDecoder: Sendable {
    /// How long Escape waits for what may follow it; of the 50 ms allowed, the rest is for waking and painting.
    public static let escapeDelay = Duration.milliseconds(40)
    /// How long a sequence waits for its end, and how long its rest is expected once Escape has acted alone.
    public static let sequenceDelay = Duration.milliseconds(500)

    /// How long a paste must have been silent to be told of, and for a Ctrl-C that comes alone to be a key.
    public static let pasteSilence = Duration.seconds(1)

    /// The most bytes of a terminal's reply that are kept to be typed should it turn out not to be one.
    private static let longestString = 1024

    private enum State {
        /// Nothing is under way.
        case ground
        /// In a character of several bytes.
        case character(PartialCharacter, isAlt: Bool)
        /// Behind Escape.
        case escape(since: ContinuousClock.Instant)
        /// Behind `ESC [`, `ESC O` or `ESC [ M`.
        case control(since: ContinuousClock.Instant)
        case shifted(since: ContinuousClock.Instant)
        case mouse(since: ContinuousClock.Instant)
        /// In a terminal's reply of any length (OSC, DCS, APC, PM).
        case string(since: ContinuousClock.Instant)
        /// In such a reply, behind the Escape that begins its end, or else something new.
        case stringEscape(ContinuousClock.Instant, since: ContinuousClock.Instant)
        /// Escape has acted alone; what follows until this time may be the rest of a key.
        case late(until: ContinuousClock.Instant)
        /// Behind the `[` of such a rest.
        case lateControl(until: ContinuousClock.Instant)
    }

    private var state = State.ground
    /// What came behind Escape, or, once it has acted, what may be the rest of a key.
    private var held: [UInt8] = []
    /// The paste under way; beside the state, so that it grows where it lies.
    private var paste: PartialPaste?

    /// Makes a decoder that has seen nothing.
    public init() {}

    /// When ``expire(at:)`` is to be called unless more bytes come before; nil while time does not matter.
    public var deadline: ContinuousClock.Instant? {
        if let paste { return paste.deadline }
        return switch state {
        case .ground, .character, .late: nil
        case .escape(let start): start + Self.escapeDelay
        case .control(let start), .shifted(let start), .mouse(let start), .string(let start),
            .stringEscape(_, let start):
            start + Self.sequenceDelay
        case .lateControl(let end): end
        }
    }

    /// Takes bytes that arrived at `now`, which never goes back from call to call.
    ///
    /// - Returns: what they complete, in order, behind what had run out of time before.
    public mutating func feed(_ bytes: some Collection<UInt8>, at now: ContinuousClock.Instant) -> [Input] {
        var inputs = expire(at: now)
        if paste?.isGivenUp(for: bytes, at: now) == true { paste = nil }
        for byte in bytes { take(byte, at: now, into: &inputs) }
        return inputs
    }

    /// Gives up waiting for what should have come by `now`.
    ///
    /// - Returns: what the bytes mean without it.
    public mutating func expire(at now: ContinuousClock.Instant) -> [Input] {
        var inputs: [Input] = []
        while let deadline, deadline <= now {
            if paste != nil {
                paste?.tellSilence()
                inputs.append(.pasteUnfinished)
            } else if case .escape = state {
                inputs.append(.key(.escape))
                state = .late(until: deadline + Self.sequenceDelay)
            } else {
                abandon(into: &inputs)
            }
        }
        return inputs
    }

    private mutating func take(_ byte: UInt8, at now: ContinuousClock.Instant, into inputs: inout [Input]) {
        if paste != nil {
            guard let whole = paste?.append(byte, at: now) else { return }
            paste = nil
            inputs.append(.paste(whole))
            return
        }
        switch state {
        case .ground, .character: takeText(byte, at: now, into: &inputs)
        case .escape(let start): take(byte, at: now, behindEscape: start, into: &inputs)
        case .control, .shifted, .mouse, .lateControl: takeInSequence(byte, at: now, into: &inputs)
        case .string, .stringEscape: takeInString(byte, at: now, into: &inputs)
        case .late(let end):
            if byte == UInt8(ascii: "["), now < end {
                state = .lateControl(until: end)
                held = [byte]
            } else {
                state = .ground
                takeText(byte, at: now, into: &inputs)
            }
        }
    }

    // MARK: - Characters

    private mutating func takeText(_ byte: UInt8, at now: ContinuousClock.Instant, into inputs: inout [Input]) {
        guard byte == 0x1B else { return takeText(byte, into: &inputs) }
        endCharacter(into: &inputs)
        state = .escape(since: now)
    }

    /// Takes a byte other than Escape, in a character or where one may begin.
    private mutating func takeText(_ byte: UInt8, into inputs: inout [Input]) {
        guard case .character(let character, let isAlt) = state else {
            return startCharacter(byte, into: &inputs)
        }
        switch character.appending(byte) {
        case .unfinished(let longer): state = .character(longer, isAlt: isAlt)
        case .finished(let scalar):
            state = .ground
            // A C1 control is no text, and no terminal sends it for a key.
            let isControl = (0x80..<0xA0).contains(scalar.value)
            inputs.append(isControl ? .malformed : .key(isAlt ? .alt(scalar) : .character(scalar)))
        case .broken:
            endCharacter(into: &inputs)
            startCharacter(byte, into: &inputs)
        }
    }

    private mutating func startCharacter(_ byte: UInt8, isAlt: Bool = false, into inputs: inout [Input]) {
        switch byte {
        case 0x20..<0x7F:
            let scalar = Unicode.Scalar(byte)
            inputs.append(.key(isAlt ? .alt(scalar) : .character(scalar)))
        case 0x08, 0x7F: inputs.append(.key(.backspace))
        case 0x09: inputs.append(.key(.tab))
        case 0x0A, 0x0D: inputs.append(.key(.enter))
        case 0x01...0x1A: inputs.append(.key(.control(Unicode.Scalar(byte + 0x60))))
        case 0x00, 0x1B...0x1F: inputs.append(.key(.control(Unicode.Scalar(byte + 0x40))))
        default:
            if let character = PartialCharacter(lead: byte) {
                state = .character(character, isAlt: isAlt)
            } else {
                inputs.append(.malformed)
            }
        }
    }

    /// Gives up the character that is under way, if any.
    private mutating func endCharacter(into inputs: inout [Input]) {
        if case .character = state { inputs.append(.malformed) }
        state = .ground
    }

    // MARK: - Sequences

    private mutating func take(
        _ byte: UInt8, at now: ContinuousClock.Instant, behindEscape start: ContinuousClock.Instant,
        into inputs: inout [Input]
    ) {
        switch byte {
        case UInt8(ascii: "["): state = .control(since: start)
        case UInt8(ascii: "O"): state = .shifted(since: start)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
            state = .string(since: start)
        default:
            state = .ground
            // Alt goes with characters only; Escape right before another key is a key of its own.
            let isCharacter = byte >= 0x20 && byte != 0x7F
            if isCharacter { return startCharacter(byte, isAlt: true, into: &inputs) }
            inputs.append(.key(.escape))
            return takeText(byte, at: now, into: &inputs)
        }
        held = [byte]
    }

    private mutating func takeInSequence(
        _ byte: UInt8, at now: ContinuousClock.Instant, into inputs: inout [Input]
    ) {
        let isPrintable = (0x20..<0x7F).contains(byte)
        switch state {
        // Terminals send 0 for a place that is too far away for this form.
        case .mouse(let start) where byte >= 0x20 || byte == 0:
            held.append(byte)
            finish(.mouse(held.dropFirst(2)), since: start, at: now, into: &inputs)
        case .shifted(let start) where isPrintable:
            held.append(byte)
            finish(.shifted(held.dropFirst()), since: start, at: now, into: &inputs)
        case .control(let start) where isPrintable:
            held.append(byte)
            finish(.control(held.dropFirst()), since: start, at: now, into: &inputs)
        case .lateControl where isPrintable:
            held.append(byte)
            finishLate(.control(held.dropFirst()), at: now, into: &inputs)
        default:
            abandon(into: &inputs)
            take(byte, at: now, into: &inputs)
        }
    }

    private mutating func finish(
        _ sequence: EscapeSequence, since start: ContinuousClock.Instant, at now: ContinuousClock.Instant,
        into inputs: inout [Input]
    ) {
        switch sequence {
        case .unfinished: return
        case .impossible: return abandon(into: &inputs)
        case .mouseBytes: state = .mouse(since: start)
        case .pasteStart: startPaste(at: now)
        case .key(let key):
            inputs.append(.key(key))
            state = .ground
        case .mouse(let click):
            if let click { inputs.append(.click(click)) }
            state = .ground
        case .unknown: state = .ground
        }
    }

    /// Drops the rest of a known key, and types anything else.
    private mutating func finishLate(
        _ sequence: EscapeSequence, at now: ContinuousClock.Instant, into inputs: inout [Input]
    ) {
        switch sequence {
        case .unfinished: return
        case .key, .mouse: state = .ground
        // The paste itself must never be taken for typing, least of all its line ends (L4).
        case .pasteStart: startPaste(at: now)
        case .impossible, .unknown, .mouseBytes: abandon(into: &inputs)
        }
    }

    private mutating func startPaste(at now: ContinuousClock.Instant) {
        state = .ground
        paste = PartialPaste(at: now)
    }

    private mutating func takeInString(
        _ byte: UInt8, at now: ContinuousClock.Instant, into inputs: inout [Input]
    ) {
        switch (state, byte) {
        case (.stringEscape, UInt8(ascii: "\\")), (.string, 0x07): state = .ground
        case (.string(let start), 0x1B): state = .stringEscape(now, since: start)
        case (.string, 0x20..<0x7F), (.string, 0x80...):
            if held.count < Self.longestString {
                held.append(byte)
            } else {
                // Nobody types so fast: a long reply, which has the time that it needs.
                state = .string(since: now)
            }
        default:
            abandon(into: &inputs)
            take(byte, at: now, into: &inputs)
        }
    }

    /// Takes what is held for what was typed, unless it is too long for that.
    private mutating func abandon(into inputs: inout [Input]) {
        let end = state
        var typed = held.count < Self.longestString ? held[...] : []
        held = []
        state = .ground
        var isRest = false
        if case .lateControl = end { isRest = true }
        if !isRest, let first = typed.popFirst() { inputs.append(.key(.alt(Unicode.Scalar(first)))) }
        for byte in typed { takeText(byte, into: &inputs) }
        // What is held never has an Escape in it; one that came behind it breaks off a character, too.
        guard case .stringEscape(let time, _) = end else { return }
        endCharacter(into: &inputs)
        state = .escape(since: time)
    }
}
