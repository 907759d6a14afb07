import CursesTerminal
import TerminalCore

/// Feeds arbitrary bytes to the input decoder (T5): whole, in pieces, and with time passing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInputDecoder(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkSplits(of: bytes)
    checkTime(bytes)
    if !bytes.contains(0x1B) { checkText(bytes) }
    return 0
}

private let origin = ContinuousClock.Instant.now

/// How the bytes are split makes no difference while no time passes.
private func checkSplits(of bytes: [UInt8]) {
    var whole = InputDecoder()
    let expected = whole.feed(bytes, at: origin)
    checkMemory(of: whole)

    var single = InputDecoder()
    precondition(bytes.flatMap { single.feed(CollectionOfOne($0), at: origin) } == expected, "byte by byte differs")

    // Pieces whose lengths come from the bytes themselves.
    var pieces = InputDecoder()
    var inputs: [Input] = []
    var rest = bytes[...]
    while let first = rest.first {
        let length = Int(first % 7) + 1
        inputs += pieces.feed(rest.prefix(length), at: origin)
        rest = rest.dropFirst(length)
    }
    precondition(inputs == expected, "in pieces differs")

    let deadline = whole.deadline
    precondition(single.deadline == deadline && pieces.deadline == deadline, "the time limits differ")
    let end = whole.expire(at: origin + .seconds(10))
    precondition(single.expire(at: origin + .seconds(10)) == end, "what is left differs")
    precondition(whole.deadline == nil, "a time limit that never ends")
}

/// Time may pass between any two bytes; limits lie ahead, are kept, and only bytes set new ones.
private func checkTime(_ bytes: [UInt8]) {
    var decoder = InputDecoder()
    var exact = InputDecoder()
    var now = origin
    for (index, byte) in bytes.enumerated() {
        let pause = [0, 0, 1, 39, 40, 60, 300, 499, 500, 2000][(Int(byte) &* 31 &+ index &* 17) % 10]
        now += .milliseconds(pause)
        // One is woken at its limits, the other only asked when the next byte is there.
        var woken: [Input] = []
        while let deadline = exact.deadline, deadline <= now { woken += exact.expire(at: deadline) }
        precondition(exact.expire(at: now).isEmpty, "something was left behind the limit")
        woken += exact.feed(CollectionOfOne(byte), at: now)
        precondition(woken == decoder.feed(CollectionOfOne(byte), at: now), "waking makes a difference")
        precondition(decoder.deadline == exact.deadline, "waking makes a difference to the limit")
        if let deadline = decoder.deadline {
            precondition(deadline > now && deadline <= now + .milliseconds(500), "a limit out of range")
        }
    }
    checkMemory(of: decoder)
}

/// Bytes without Escape are text and controls, malformed where the standard library finds them so.
private func checkText(_ bytes: [UInt8]) {
    var decoder = InputDecoder()
    let inputs = decoder.feed(bytes + [0x0D], at: origin)
    let expected = String(decoding: bytes + [0x0D], as: UTF8.self).unicodeScalars.map(input(for:))
    precondition(inputs.map { $0 == .malformed ? input(for: "\u{FFFD}") : $0 } == expected, "text differs")
}

/// What a character that did not come behind Escape means; C1 controls count as malformed.
private func input(for scalar: Unicode.Scalar) -> Input {
    switch scalar.value {
    case 0x08, 0x7F: .key(.backspace)
    case 0x09: .key(.tab)
    case 0x0A, 0x0D: .key(.enter)
    case 0x01...0x1A: .key(.control(Unicode.Scalar(UInt8(scalar.value) + 0x60)))
    case 0x00...0x1F: .key(.control(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
    case 0x80..<0xA0: input(for: "\u{FFFD}")
    default: .key(.character(scalar))
    }
}

/// Nothing that is kept grows without bounds.
private func checkMemory(of decoder: InputDecoder) {
    for child in Mirror(reflecting: decoder).children where child.label == "held" {
        guard let held = child.value as? [UInt8] else { preconditionFailure("what is held has another type") }
        precondition(held.count <= 1024, "too much is held")
        return
    }
    preconditionFailure("what is held has another name")
}
