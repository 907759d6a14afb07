import Cryptography
import Text

/// Carries out arbitrary edits on a field in plain memory and on one in locked memory (L3, L4, L9).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEditBuffer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var script = UnsafeBufferPointer(start: start, count: count)[...]
    var plain = EditBuffer<PlainText>()
    var secret = EditBuffer<Secret>()
    // Every edit looks at the whole text, so that long scripts would only be slow.
    for _ in 0..<64 {
        guard let operation = script.popFirst() else { break }
        if operation % 16 == 15 {
            plain.selectAll()
            secret.selectAll()
        } else {
            let edit = readEdit(operation, &script)
            let before = plain
            let refusal = plain.apply(edit)
            precondition(secret.apply(edit) == refusal, "locked memory makes a difference")
            precondition(refusal == nil || plain == before, "a refusal that changes something")
            check(edit, refusal, before: before, after: plain)
        }
        check(plain)
        precondition(secret.cursor == plain.cursor && secret.isSelected == plain.isSelected, "the states differ")
        secret.bytes.withUnsafeBytes { locked in
            plain.bytes.withUnsafeBytes { precondition(locked.elementsEqual($0), "the texts differ") }
        }
    }
    return 0
}

/// Characters that join, mark, or pair with others; some that are refused.
private let scalars: [Unicode.Scalar] = [
    "a", "e", " ", "密", "\u{3000}", "\u{301}", "\u{200D}", "👩", "💻", "🏽", "🇨", "🇳", "\u{FE0F}", "\u{1112}", "\u{1161}",
    "\u{11AB}", "\u{93F}", "\u{94D}", "\u{600}", "\u{E0061}", "\u{10FFFF}", "\u{1B}", "\u{85}", "\u{D}",
]

/// Reads one edit and what belongs to it.
private func readEdit(_ operation: UInt8, _ script: inout Slice<UnsafeBufferPointer<UInt8>>) -> Edit {
    switch operation % 16 {
    case 0: return .moveLeft
    case 1: return .moveRight
    case 2: return .moveToStart
    case 3: return .moveToEnd
    case 4: return .deleteBackward
    case 5: return .deleteForward
    case 6: return .deleteWord
    case 7: return .deleteToEnd
    case 8: return .clear
    case 9, 10:
        let length = Int(script.popFirst() ?? 0)
        let pasted = Array(script.prefix(length))
        script = script.dropFirst(length)
        // Long enough, at times, to reach the field's limit.
        let times = operation >= 128 ? 8 : 1
        return .paste(Secret(Array(repeating: pasted, count: times).joined()), isTruncated: operation % 16 == 10)
    case 11:
        let high = UInt32(script.popFirst() ?? 0)
        let low = UInt32(script.popFirst() ?? 0)
        let value = (UInt32(operation / 16) << 16 | high << 8 | low) % 0x110000
        return .insert(Unicode.Scalar(value) ?? "x")
    default: return .insert(scalars[Int(script.popFirst() ?? 0) % scalars.count])
    }
}

/// What holds for every field: UTF-8, no controls, the limit, the cursor between two characters.
private func check(_ buffer: EditBuffer<PlainText>) {
    precondition(buffer.bytes.count <= EditBuffer<PlainText>.limit, "too long")
    buffer.bytes.withUnsafeBytes { raw in
        guard let text = String(validating: raw, as: UTF8.self) else { preconditionFailure("not UTF-8") }
        precondition(!text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "a control")
    }
    let clusters = buffer.clusters
    precondition(buffer.cursor == 0 || clusters.contains { $0.upperBound == buffer.cursor }, "within a cluster")
    precondition(clusters.map(\.count).reduce(0, +) == buffer.bytes.count, "clusters that leave something out")
    precondition(!buffer.isSelected || !buffer.isEmpty, "a selection of nothing")
}

/// What holds for every edit.
private func check(
    _ edit: Edit, _ refusal: EditRefusal?, before: EditBuffer<PlainText>, after: EditBuffer<PlainText>
) {
    switch edit {
    case .moveLeft, .moveRight, .moveToStart, .moveToEnd:
        precondition(refusal == nil && after.bytes == before.bytes && !after.isSelected, "moving changed the text")
    case .deleteBackward, .deleteForward, .deleteWord, .deleteToEnd, .clear:
        precondition(refusal == nil && after.bytes.count <= before.bytes.count && !after.isSelected, "deleting failed")
        if before.isSelected { precondition(after.isEmpty, "a selection outlived its deletion") }
    case .insert:
        let isLonger = after.bytes.count > before.bytes.count
        precondition(refusal != nil || before.isSelected || isLonger, "typing did nothing")
    case .paste(_, let isTruncated):
        precondition(!isTruncated || refusal != nil, "half a paste was taken")
    }
}
