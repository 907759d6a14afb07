import Glibc
import TerminalCore

/// What a program wrote and when, up to a number of bytes: the source of raw output and of recordings.
struct OutputHistory {
    /// One thing that happened to the screen.
    enum Event {
        /// The program wrote something.
        case output([UInt8])
        /// The window changed.
        case resize(Size)
    }

    /// The window at the start.
    let size: Size
    /// When it began.
    let start = ContinuousClock.now
    /// The time of the start for people, in seconds since 1970.
    let startDate = Glibc.time(nil)
    /// The most bytes that are kept.
    let capacity: Int
    /// All bytes that came, kept or not.
    private(set) var byteCount = 0
    /// The events from the oldest one that is kept.
    private(set) var events: [(time: Duration, event: Event)] = []
    private var keptByteCount = 0

    /// Makes an empty history.
    init(size: Size, capacity: Int) {
        self.size = size
        self.capacity = capacity
    }

    /// The kept bytes of output.
    var bytes: [UInt8] {
        events.flatMap { entry -> [UInt8] in
            if case .output(let bytes) = entry.event { bytes } else { [] }
        }
    }

    /// Takes note of `event`.
    mutating func append(_ event: Event) {
        events.append((start.duration(to: .now), event))
        guard case .output(let bytes) = event else { return }
        byteCount += bytes.count
        keptByteCount += bytes.count
        // Half is dropped at once, so that a flood does not move the rest for each of its pieces.
        guard keptByteCount > capacity else { return }
        var index = 0
        while keptByteCount > capacity / 2, index < events.count - 1 {
            if case .output(let bytes) = events[index].event { keptByteCount -= bytes.count }
            index += 1
        }
        events.removeFirst(index)
    }
}
