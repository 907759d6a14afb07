import TerminalCore
public struct InputDecoder { public init() {}; public var deadline: ContinuousClock.Instant?; public mutating func feed(_ bytes: some Sequence<UInt8>, at: ContinuousClock.Instant) -> [Input] { bytes.map { .key($0 < 32 ? .control(Unicode.Scalar($0 + 64)) : .character(Unicode.Scalar($0))) } }; public mutating func expire(at: ContinuousClock.Instant) -> [Input] { [] } }
