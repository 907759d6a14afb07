import CPseudoTerminal
import Glibc
import TerminalCore

/// Both ends of a pseudo-terminal, of which the master end stays here.
///
/// Every method reports failure by `errno`.
package final class PseudoTerminal {
    /// What a read found.
    package enum Chunk {
        /// Bytes, at least one.
        case bytes([UInt8])
        /// Nothing yet.
        case nothing
        /// Nobody has the other end open any more.
        case hungUp
    }

    /// The path of the slave end.
    package let path: String
    /// The master end; -1 once closed.
    package private(set) var master: CInt
    /// What a read fills.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    /// Whether the other end is gone; from then on every poll would return at once.
    private var isHungUp = false
    /// The slave end, held open as a shell would: otherwise a program that has its descriptors elsewhere would
    /// lose its controlling terminal, and what was typed ahead and the modes would go with the last user.
    private var slave: CInt

    /// Makes a pair with a window of `size`.
    package init(size: Size) throws(SystemError) {
        let master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard master >= 0 else { throw SystemError("posix_openpt") }
        var name = [CChar](repeating: 0, count: 64)
        var slave: CInt = -1
        if grantpt(master) == 0, unlockpt(master) == 0, fcntl(master, F_SETFL, O_NONBLOCK) == 0,
            ptsname_r(master, &name, name.count) == 0
        {
            slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        }
        guard slave >= 0 else {
            let error = SystemError("open a pseudo-terminal")
            _ = Glibc.close(master)
            throw error
        }
        (self.master, self.slave) = (master, slave)
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        resize(to: size)
    }

    deinit {
        close()
        buffer.deallocate()
    }

    /// Lets go of both ends: the programs on the terminal are hung up.
    package func close() {
        guard master >= 0 else { return }
        _ = Glibc.close(slave)
        _ = Glibc.close(master)
        (master, slave) = (-1, -1)
    }

    /// Sets the window's size; the foreground processes get SIGWINCH where it differs.
    package func resize(to size: Size) {
        var window = winsize()
        window.ws_row = UInt16(clamping: size.rows)
        window.ws_col = UInt16(clamping: size.columns)
        _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    }

    /// The settings of the slave end; nil once closed.
    package var modes: TerminalModes? {
        var modes = termios()
        return tcgetattr(master, &modes) == 0 ? TerminalModes(modes) : nil
    }

    /// Reads what is there, up to 64 KiB, without waiting.
    package func read() -> Chunk {
        while true {
            let count = Glibc.read(master, buffer.baseAddress, buffer.count)
            if count > 0 { return .bytes(Array(buffer[..<count])) }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { return .nothing }
            isHungUp = true
            return .hungUp
        }
    }

    /// Writes as many of `bytes` as fit without waiting.
    ///
    /// - Returns: how many that were; nil when nobody can read them any more.
    package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            let count = bytes.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno == EINTR { continue }
            return errno == EAGAIN ? 0 : nil
        }
    }

    /// Waits up to `milliseconds`, without end below 0, until there is something to read here or from one of
    /// `others`, or, where `orWrite`, room to write here.
    package func poll(milliseconds: CInt, orWrite: Bool = false, others: [CInt] = []) {
        // The system passes over negative descriptors, such as that of a closed terminal.
        let events = Int16(orWrite ? POLLIN | POLLOUT : POLLIN)
        var entries = [pollfd(fd: isHungUp ? -1 : master, events: events, revents: 0)]
        entries += others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = Glibc.poll(&entries, nfds_t(entries.count), milliseconds)
    }

    /// The bytes that lie in the terminal and have not been read; where it takes input line by line, of whole lines.
    package var unreadByteCount: Int {
        var count: CInt = 0
        return ioctl(slave, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// The process group in the foreground; nil where there is none.
    package var foregroundGroup: pid_t? {
        let group = tcgetpgrp(master)
        return group > 0 ? group : nil
    }
}

/// A call to the system that failed.
package struct SystemError: Error, CustomStringConvertible {
    /// The call.
    package let call: String
    /// Its `errno`.
    package let code: CInt

    /// Takes the failure of `call` from `errno`, unless `code` tells it.
    package init(_ call: String, code: CInt = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
