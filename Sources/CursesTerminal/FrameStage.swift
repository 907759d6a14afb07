import CNCurses
import Glibc

/// Where ncurses writes, so that a frame reaches the terminal in one piece.
///
/// ncurses flushes at each move of the cursor, which makes a screen thirty writes: a reader sees it half painted,
/// and each write wakes it up. Here it writes into memory instead, and a whole frame is taken out.
final class FrameStage {
    /// The descriptor that ncurses writes to.
    let descriptor: CInt

    /// Puts a stage before `output`, the terminal; until ``intercept()`` is called, ``descriptor`` still leads there.
    ///
    /// - Throws: ``TerminalError`` when there are no descriptors left.
    init(before output: CInt) throws(TerminalError) {
        descriptor = fcntl(output, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard descriptor >= 0 else { throw .failure(of: "fcntl") }
    }

    /// Keeps from now on what ncurses writes; before, while it sets itself up, it speaks with the terminal.
    ///
    /// - Throws: ``TerminalError`` when there is no memory or no descriptor left.
    func intercept() throws(TerminalError) {
        let memory = memfd_create("frame", UInt32(MFD_CLOEXEC))
        guard memory >= 0 else { throw .failure(of: "memfd_create") }
        defer { Glibc.close(memory) }
        guard dup3(memory, descriptor, O_CLOEXEC) >= 0 else { throw .failure(of: "dup3") }
    }

    /// Takes out what has been written since the last time.
    func takeFrame() -> [UInt8] {
        let count = max(0, Int(lseek(descriptor, 0, SEEK_CUR)))
        let frame = [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            initialized = max(0, pread(descriptor, bytes.baseAddress, count, 0))
        }
        lseek(descriptor, 0, SEEK_SET)
        return frame
    }
}
