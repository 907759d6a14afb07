import Testing

@testable import TapeScript

extension Tape {
    /// The tape `text`, named `t.tape`, among `others`, where every program but those `missing` is on the path.
    static func make(
        _ text: String, others: [String: String] = [:], missing: Set<String> = [], isStrict: Bool = false
    ) throws -> Tape {
        let files = others.merging(["t.tape": text]) { $1 }
        let sources = TapeSources(
            read: { files[$0].map { Array($0.utf8) } },
            // As if the file had a second name.
            identity: { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 })
        return try #require(
            Tape(path: "t.tape", isStrict: isStrict, sources: sources, readsTheme: { $0.contains("whole") }) {
                !missing.contains($0)
            })
    }

    /// The commands of `text`, which must have no errors.
    static func commands(_ text: String) throws -> [TapeCommand] {
        let tape = try make(text)
        try #require(tape.errors.isEmpty, "\(tape.errors)")
        return tape.steps.map(\.command)
    }
}

/// Random numbers that are the same each time.
struct SplitMix64: RandomNumberGenerator {
    /// Where it is.
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
