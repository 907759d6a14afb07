import CPseudoTerminal
import Glibc

/// A process group that a child has made, such as a job of a shell.
final class ForeignGroup {
    private let group: pid_t
    /// Readable once the leader has ended, also if nobody reaps it; -1 if it has ended before.
    private let endDescriptor: CInt

    /// Takes hold of `group`.
    init(_ group: pid_t) {
        self.group = group
        endDescriptor = open_process(group)
    }

    deinit {
        if endDescriptor >= 0 { close(endDescriptor) }
    }

    /// Waits until the leader has ended or `deadline` has passed, then kills what is left of the group.
    func end(until deadline: Deadline) {
        if endDescriptor >= 0 {
            var entry = pollfd(fd: endDescriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, deadline.milliseconds(atMost: .seconds(3600)))
        }
        kill(-group, SIGKILL)
    }
}
