import Glibc

/// How much longer than usual everything may take, for slow machines and sanitizers.
public enum TimeScale {
    /// The environment variable that holds the factor, for example `TERMINAL_TESTING_TIME_SCALE=5`.
    public static let variable = "TERMINAL_TESTING_TIME_SCALE"

    /// The factor: 1 unless ``variable`` holds a number above 0.
    public static let factor: Double = {
        guard let text = getenv(variable), let factor = Double(String(cString: text)), factor > 0 else { return 1 }
        return factor
    }()
}

/// The end of a wait, on a clock that nobody sets.
package struct Deadline {
    /// The moment.
    package let end: ContinuousClock.Instant

    /// A deadline `duration` from now, stretched by ``TimeScale``.
    package init(in duration: Duration) {
        end = .now + duration * TimeScale.factor
    }

    /// A deadline at `end`, whatever the machine.
    package init(at end: ContinuousClock.Instant) {
        self.end = end
    }

    /// Whether it is over.
    package var hasPassed: Bool { .now >= end }

    /// The time that is left in whole milliseconds for `poll`, at most `limit`, rounded up.
    func milliseconds(atMost limit: Duration) -> CInt {
        let left = min(limit, max(.zero, ContinuousClock.now.duration(to: end)))
        return CInt((left / .milliseconds(1)).rounded(.up))
    }
}
