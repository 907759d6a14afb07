import CursesTerminal
import Glibc
import TerminalCore

/// The probe's state and loop.
final class Probe {
    /// Whether the picture has no cursor.
    var hidesCursor = false
    private let terminal: CursesTerminal
    private var isRunning = true
    private var account = ""
    private var password = ""
    private var isInPassword = false
    /// What happened, apart from characters.
    private var log: [String] = []

    /// Makes a probe that shows itself on `terminal`.
    init(terminal: CursesTerminal) {
        self.terminal = terminal
    }

    /// Runs until Ctrl-C or a hang-up.
    func run() {
        while isRunning {
            terminal.show(picture)
            for event in terminal.wait(until: nil) { handle(event) }
        }
        terminal.close()
    }

    private func handle(_ event: TerminalEvent) {
        switch event {
        case .input(.key(let key)): press(key)
        case .input(.paste(let paste)): log.append("paste of \(paste.bytes.count)")
        case .input(.click(let click)): log.append("click \(click.position.row),\(click.position.column)")
        case .input(.pasteUnfinished): log.append("paste unfinished")
        case .input(.malformed): log.append("malformed")
        case .resized: log.append("resized \(terminal.size.columns)x\(terminal.size.rows)")
        case .resumed: log.append("resumed")
        case .woken: log.append("woken")
        case .hungUp: isRunning = false
        }
    }

    private func press(_ key: Key) {
        switch key {
        case .control("c"): isRunning = false
        case .control("z"):
            terminal.suspend()
            log.append("suspended")
        case .control("l"): terminal.invalidate()
        case .control("t"): fatalError("trapped on purpose")
        case .control("o"): log.append("\(depth(of: 1))")
        case .control("w"): ring()
        case .control("e"): becomeShell()
        case .control("s"): stopOutput()
        case .tab: isInPassword.toggle()
        case .backspace: if isInPassword { password = String(password.dropLast()) }
        case .character(let scalar):
            if isInPassword { password.unicodeScalars.append(scalar) } else { account.unicodeScalars.append(scalar) }
        default: log.append("\(key)")
        }
    }

    /// Recurses until the stack is used up.
    private func depth(of level: Int) -> Int {
        level == .max ? 0 : depth(of: level + 1) + level
    }

    /// Stops the terminal's output, so that the next picture hangs, and says so.
    private func stopOutput() {
        tcflow(STDOUT_FILENO, TCOOFF)
        log.append("never seen")
        _ = write(STDERR_FILENO, "stopped", 7)
    }

    /// Rings the waker from a thread that has no part in signals.
    private func ring() {
        let waker = Unmanaged.passRetained(Ringer(waker: terminal.waker))
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                CrashGuard.prepareThread()
                if let argument { Unmanaged<Ringer>.fromOpaque(argument).takeRetainedValue().waker.wake() }
                // Stays, so that a test can send signals to a process with two threads.
                while true { pause() }
            }, waker.toOpaque())
    }

    /// Becomes a shell that tells what it was given.
    private func becomeShell() {
        terminal.close()
        ProcessReplacement.prepare()
        let script = """
            echo fds $(ls /proc/self/fd)
            grep -E 'Sig(Blk|Ign)' /proc/self/status
            echo now $(ulimit -c)
            stty -a
            """
        let words = ["sh", "-c", script]
        var arguments = words.map { strdup($0) } + [nil]
        execv("/bin/sh", &arguments)
        _exit(126)
    }

    private var picture: Buffer {
        var picture = Buffer(size: terminal.size)
        let size = "\(terminal.size.columns)x\(terminal.size.rows)"
        picture.write("Probe \(size) \(terminal.colorDepth) pid=\(getpid())", at: Position(row: 0, column: 0))
        picture.write("┌─┬─┐│├┤└┘", at: Position(row: 1, column: 0))
        picture.write(
            "登录•é", at: Position(row: 2, column: 0),
            style: Style(foreground: Color(15), background: Color(1), attributes: .bold))
        picture.write(account, at: Position(row: 4, column: 2))
        picture.write(String(repeating: "•", count: password.count), at: Position(row: 6, column: 2))
        if !password.isEmpty {
            picture.write("\(password.count)/20  还差\(20 - password.count)位", at: Position(row: 7, column: 2))
        }
        for (index, line) in log.suffix(8).enumerated() {
            picture.write(line, at: Position(row: 9 + index, column: 0))
        }
        if !hidesCursor {
            picture.cursor =
                isInPassword
                ? Position(row: 6, column: 2 + password.count) : Position(row: 4, column: 2 + account.count)
        }
        return picture
    }
}

/// Carries a waker to a thread.
private final class Ringer {
    /// The waker.
    let waker: any Waker

    /// Makes a carrier of `waker`.
    init(waker: any Waker) {
        self.waker = waker
    }
}
