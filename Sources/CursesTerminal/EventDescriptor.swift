import CTerminalRestoration
import Glibc
import TerminalCore

/// An eventfd: readable once it has been rung, until it is drained.
final class EventDescriptor: Waker {
    /// The descriptor.
    let descriptor: CInt

    /// Makes one that has not been rung.
    init() throws(TerminalError) {
        descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .failure(of: "eventfd") }
    }

    deinit { close(descriptor) }

    func wake() {
        eventfd_write(descriptor, 1)
    }

    /// Makes it unreadable until it is rung again.
    func drain() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }
}
