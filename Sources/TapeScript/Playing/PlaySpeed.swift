/// How fast a tape is played.
public enum PlaySpeed: Hashable, Sendable {
    /// So many times as fast as it says.
    case factor(Double)
    /// Without any pause: it waits only where it says `Wait`.
    case max

    /// Reads `max` or a number from 0.01 to 1000; nil for anything else.
    public init?(_ text: String) {
        if text == "max" {
            self = .max
            return
        }
        guard let factor = Double(text), (0.01...1000).contains(factor) else { return nil }
        self = .factor(factor)
    }

    /// What becomes of `pause`.
    func applied(to pause: Duration) -> Duration {
        switch self {
        case .factor(let factor): pause / factor
        case .max: .zero
        }
    }
}
