/// A point on the monotonic clock until which something may wait.
public struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant

    /// So many milliseconds from now.
    public init(milliseconds: Int) {
        instant = .now + .milliseconds(milliseconds)
    }

    /// What is left, at least 0.
    public var remainingMilliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: instant).components
        return max(0, Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))
    }
}
