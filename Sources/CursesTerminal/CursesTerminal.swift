import CNCurses
import CTerminalRestoration
import Glibc
import TerminalCore

/// The terminal of the process, painted through ncurses and restored exactly on every way out (T1).
///
/// There is one at a time. Signals that end the process, and crashes once ``CrashGuard`` is installed, restore the
/// terminal too.
public final class CursesTerminal: Terminal {
    /// What the user and the locale ask for.
    public struct Options: Sendable {
        /// How characters beyond ASCII are written (T3).
        public var charset = Charset.unicode
        /// Whether borders are drawn with `+`, `-` and `|` (`--ascii`).
        public var usesPlainBorders = false
        /// Whether clicks are reported (off with `--no-mouse`).
        public var usesMouse = true
        /// Whether colours may be used; the first value follows `NO_COLOR`, which forbids them if set and not empty.
        public var usesColor = getenv("NO_COLOR").map { $0[0] == 0 } ?? true
        /// Whether Ctrl-Z and SIGTSTP stop the program; off in front of a command.
        public var allowsSuspend = true

        /// Makes options for a terminal with everything it has.
        public init() {}
    }

    /// The window's extent, as of the last event.
    public private(set) var size: Size
    /// The colours that may be used.
    public let colorDepth: ColorDepth
    /// Rings ``wait(until:)`` from any thread.
    public var waker: any Waker { alarm }

    let line: TerminalLine
    let options: Options
    let alarm: EventDescriptor
    let signals: EventDescriptor
    var decoder = InputDecoder()
    /// Room for what is typed, wiped after each use since it may be a password.
    var inputBytes: UnsafeMutableRawBufferPointer { inputRoom.bytes }
    private let inputRoom = InputRoom()
    /// Whether the window has another size than the last one that was reported.
    var hasUnreportedSize = false
    var isHungUp = false
    var isOpen = true
    private var hasShown = false
    private let capabilities: Capabilities
    private let stage: FrameStage
    private var painter: Painter

    /// Prepares the terminal: standard input and output, or `/dev/tty` if they are not one terminal.
    ///
    /// Echo goes off first, and keys that were typed before are kept (T7). Nothing is shown until ``show(_:)``.
    ///
    /// - Parameter options: what the user and the locale ask for.
    /// - Throws: ``TerminalError`` if there is no terminal or it cannot be used (T4); then nothing was sent to it, and
    ///   it has its settings back.
    public init(options: Options = Options()) throws(TerminalError) {
        TextLayout.useUTF8Widths()
        self.options = options
        line = try TerminalLine()
        (alarm, signals) = (try EventDescriptor(), try EventDescriptor())
        // Before ncurses starts: it leaves signals alone that somebody handles.
        terminal_signals_install(signals.descriptor, options.allowsSuspend)
        do throws(TerminalError) {
            try line.becomeRaw()
            stage = try FrameStage(before: line.output)
            let window = try Self.startCurses(input: line.input, output: stage.descriptor, charset: options.charset)
            try stage.intercept()
            capabilities = try Capabilities(usesMouse: options.usesMouse, usesColor: options.usesColor)
            guard terminal_restoration_set_bytes(capabilities.leave, capabilities.leave.count) else {
                throw .system(call: "terminfo", reason: "its strings are too long")
            }
            try line.applyRawModes()
            let colorCount = options.usesColor && capabilities.colorDepth != .monochrome ? capabilities.colorCount : 0
            colorDepth = colorCount > 0 ? capabilities.colorDepth : .monochrome
            let glyphs = GlyphEncoder(
                charset: options.charset, usesPlainBorders: options.usesPlainBorders,
                lineDrawing: capabilities.lineDrawing)
            painter = Painter(window: window, glyphs: glyphs, colorCount: colorCount)
            size = painter.size
        } catch {
            terminal_restore()
            throw error
        }
    }

    deinit {
        close()
    }

    /// Shows `picture`, or the part of it that fits the window, sending what differs from the screen.
    public func show(_ picture: Buffer) {
        guard isOpen, !isHungUp else { return }
        painter.show(picture)
        let frame = stage.takeFrame()
        if hasShown {
            line.write(frame)
        } else {
            hasShown = true
            terminal_restoration_screen_entered()
            // In this frame ncurses enters the screen. One write, for each wakes whoever reads (section 9).
            line.write(capabilities.enterModes + frame)
        }
    }

    /// Makes the next ``show(_:)`` clear the screen and send everything.
    public func invalidate() {
        painter.invalidate()
    }

    /// Restores the terminal exactly as it was found (T1); nothing is shown or read from then on.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        terminal_restore()
    }

    /// Takes over the window's size.
    ///
    /// - Returns: whether it is another one.
    func updateSize() -> Bool {
        guard let size = line.size, size != self.size else { return false }
        painter.resize(to: size)
        self.size = size
        return true
    }

    /// Prepares the terminal anew after it has been restored.
    func reenter() {
        try? line.becomeRaw()
        if hasShown {
            line.write(
                capabilities.enterScreen + capabilities.enterModes
                    + (painter.isCursorVisible ? [] : capabilities.hideCursor))
        }
        if updateSize() { hasUnreportedSize = true }
        painter.invalidate()
    }

    private static func startCurses(
        input: CInt, output: CInt, charset: Charset
    ) throws(TerminalError) -> UnsafeMutablePointer<WINDOW> {
        guard let inputFile = fdopen(input, "r"), let outputFile = fdopen(output, "w") else {
            throw .failure(of: "fdopen")
        }
        // The window's size rules, not LINES and COLUMNS (T2).
        use_tioctl(true)
        // ncurses would draw borders as UTF-8 where it thinks that a terminal's own set is broken under it (T3).
        let variable = "NCURSES_NO_UTF8_ACS"
        let inherited = getenv(variable).map { String(cString: $0) }
        if charset == .ascii { setenv(variable, "0", 1) }
        let screen = newterm(nil, outputFile, inputFile)
        if let inherited { setenv(variable, inherited, 1) } else { unsetenv(variable) }
        guard screen != nil, let window = curses_screen_window() else {
            throw Capabilities.reasonForNoStart(output: output)
        }
        // A picture is painted to its end, even if keys are waiting.
        typeahead(-1)
        // A line feed moves the cursor straight down, which ncurses makes use of.
        nonl()
        return window
    }
}

/// Memory of its own, so that it also goes when the terminal cannot be opened.
private final class InputRoom {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)

    deinit { bytes.deallocate() }
}
