import CTerminalRestoration
import Glibc
import TerminalCore

extension CursesTerminal {
    /// Waits for events up to `deadline`, for ever without one, and returns all that are at hand (T8).
    ///
    /// An empty answer means that the deadline has passed. A hang-up is reported once.
    public func wait(until deadline: ContinuousClock.Instant?) -> [TerminalEvent] {
        while true {
            var events: [TerminalEvent] = []
            if hasUnreportedSize {
                hasUnreportedSize = false
                events.append(.resized)
            }
            // What is at hand is collected without waiting once there is something to report.
            let limit = events.isEmpty ? Self.earlier(deadline, decoder.deadline) : .now
            let ready = poll(until: limit)
            if ready.signals { events += takeSignals() }
            if ready.waker {
                alarm.drain()
                events.append(.woken)
            }
            // Bytes that are here win over a deadline that has passed meanwhile: they may have come in time.
            if ready.input {
                events += readInput()
            } else if decoder.deadline != nil {
                events += decoder.expire(at: .now).map { .input($0) }
            }
            if !events.isEmpty { return events }
            if let deadline, deadline <= .now { return [] }
        }
    }

    private static func earlier(
        _ one: ContinuousClock.Instant?, _ other: ContinuousClock.Instant?
    ) -> ContinuousClock.Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    private func poll(until limit: ContinuousClock.Instant?) -> (input: Bool, signals: Bool, waker: Bool) {
        // A lost terminal is always ready; -1 takes it out.
        let input = isOpen && !isHungUp ? line.input : -1
        let awaited = Int16(POLLIN)
        var entries = [
            pollfd(fd: input, events: awaited, revents: 0), pollfd(fd: signals.descriptor, events: awaited, revents: 0),
            pollfd(fd: alarm.descriptor, events: awaited, revents: 0),
        ]
        let count = Glibc.poll(&entries, nfds_t(entries.count), milliseconds(until: limit))
        // After an error, EINTR by all odds, the entries say nothing.
        guard count > 0 else { return (false, false, false) }
        return (entries[0].revents != 0, entries[1].revents != 0, entries[2].revents != 0)
    }

    /// The time up to `limit` as poll(2) takes it; rounded up, so that it never wakes just before the limit.
    private func milliseconds(until limit: ContinuousClock.Instant?) -> CInt {
        guard let limit else { return -1 }
        let left = max(.zero, ContinuousClock.now.duration(to: limit))
        return CInt(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
    }

    private func readInput() -> [TerminalEvent] {
        guard let start = inputBytes.baseAddress else { return [] }
        let count = read(line.input, start, inputBytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0 else {
            isHungUp = true
            return [.hungUp]
        }
        defer { explicit_bzero(start, count) }
        return decoder.feed(inputBytes[..<count], at: .now).map { .input($0) }
    }

    private func takeSignals() -> [TerminalEvent] {
        signals.drain()
        let signals = terminal_signals_take()
        var events: [TerminalEvent] = []
        if signals & UInt32(TERMINAL_SIGNAL_STOP) != 0 {
            suspend()
            events.append(.resumed)
        } else if signals & UInt32(TERMINAL_SIGNAL_CONTINUE) != 0 {
            resumeAfterForeignStop()
            events.append(.resumed)
        }
        if updateSize() || hasUnreportedSize { events.append(.resized) }
        hasUnreportedSize = false
        return events
    }
}
