import Asciicast
import CVTerm
import TerminalCore

/// A terminal in memory: bytes go in, a screen can be read.
///
/// ```swift
/// let screen = TerminalEmulator(size: Size(columns: 40, rows: 12))
/// screen.feed(Array("\u{1B}[1m登录".utf8))
/// screen.rows[0]                                       // "登录"
/// screen.cell(at: Position(row: 0, column: 0)).columns // 2
/// ```
///
/// It is libvterm's idea of an xterm, so widths of characters are libvterm's. Scrolled-off lines are not kept.
public final class TerminalEmulator {
    /// What the program has asked to hear of the mouse.
    public enum MouseReporting: Int, Sendable {
        /// Nothing.
        case off
        /// Presses and releases.
        case clicks
        /// Also movements while a button is down.
        case drags
        /// All movements.
        case movements
    }

    /// The most title changes that are kept; older ones are forgotten, so that a flood of them stays small.
    public static let titleCapacity = 64

    let vterm: OpaquePointer
    private let screen: OpaquePointer
    /// libvterm keeps this address, not a copy.
    private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>
    /// What libvterm wants to send to the program: answers to queries, and encoded keys while one is encoded.
    var output: [UInt8] = []
    private var joiner = UTF8Joiner()
    private var splitter = ControlSequenceSplitter()
    /// The cursors that were saved on the alternate screen (true) and the main one (false).
    var savedCursors: [Bool: SavedCursor] = [:]

    /// Whether the cursor shows.
    public private(set) var isCursorVisible = true
    /// Whether the alternate screen is active.
    public private(set) var isAlternateScreenActive = false
    /// The mouse events that the program has asked for.
    public private(set) var mouseReporting = MouseReporting.off
    /// The titles that were set, oldest first, the last ``titleCapacity`` of them.
    public private(set) var titles: [String] = []
    /// How often the bell has rung.
    public private(set) var bellCount = 0

    /// Makes an empty terminal of `size`, each side at least 1.
    public init(size: Size) {
        vterm = vterm_new(CInt(max(1, size.rows)), CInt(max(1, size.columns)))
        screen = vterm_obtain_screen(vterm)
        callbacks = .allocate(capacity: 1)
        callbacks.initialize(to: Self.makeCallbacks())
        vterm_set_utf8(vterm, 1)
        // The user pointer is not retained: libvterm is freed in `deinit`, before this object is gone.
        let user = Unmanaged.passUnretained(self).toOpaque()
        vterm_output_set_callback(vterm, Self.collectOutput, user)
        vterm_screen_set_callbacks(screen, callbacks, user)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
        output.removeAll()
    }

    deinit {
        vterm_free(vterm)
        callbacks.deinitialize(count: 1)
        callbacks.deallocate()
    }

    // MARK: Writing

    /// Takes what a program wrote; characters and sequences may be cut anywhere between two calls.
    ///
    /// What is no UTF-8 becomes U+FFFD, and half a character shows once it is known what follows.
    public func feed(_ bytes: [UInt8]) {
        // libvterm would make another number of replacements, and where the bytes are cut would matter.
        let text = Array(joiner.text(of: bytes).utf8)
        var batch: [UInt8] = []
        batch.reserveCapacity(text.count)
        splitter.split(text) { piece, isSequence in
            if !isSequence {
                batch += piece
            } else if let steps = CursorMemoryStep.steps(of: piece) {
                write(batch)
                batch = []
                steps.forEach(perform)
            } else {
                batch += RenditionFilter.filtered(piece)
            }
        }
        write(batch)
    }

    /// Hands `bytes` to libvterm as they are.
    func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        bytes.withUnsafeBytes { raw in
            _ = vterm_input_write(vterm, raw.bindMemory(to: CChar.self).baseAddress, raw.count)
        }
    }

    /// Changes the window to `size`, each side at least 1.
    public func resize(to size: Size) {
        vterm_set_size(vterm, CInt(max(1, size.rows)), CInt(max(1, size.columns)))
    }

    /// What the terminal answers to the queries it was fed (device attributes, cursor position), once.
    public func takeReplies() -> [UInt8] {
        defer { output.removeAll() }
        return output
    }

    // MARK: Reading

    /// The window's extent.
    public var size: Size {
        var (rows, columns): (CInt, CInt) = (0, 0)
        vterm_get_size(vterm, &rows, &columns)
        return Size(columns: Int(columns), rows: Int(rows))
    }

    /// Where the cursor is, shown or not.
    public var cursor: Position {
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(vterm), &position)
        return Position(row: Int(position.row), column: Int(position.col))
    }

    /// The title that was set last.
    public var title: String? { titles.last }

    /// The cell at `position`; a blank one outside the screen.
    public func cell(at position: Position) -> ScreenCell {
        var cell = VTermScreenCell()
        let place = VTermPos(row: CInt(clamping: position.row), col: CInt(clamping: position.column))
        guard Rect(row: 0, column: 0, rows: size.rows, columns: size.columns).contains(position),
            vterm_screen_get_cell(screen, place, &cell) != 0
        else { return ScreenCell(text: " ", columns: 1, style: .plain) }
        let result = ScreenCell(cell)
        guard result.columns == 0, position.column > 0 else { return result }
        // libvterm leaves the right half of a wide character without its look.
        let left = self.cell(at: Position(row: position.row, column: position.column - 1))
        return ScreenCell(text: result.text, columns: 0, style: left.style)
    }

    /// The cells of `row`, left to right.
    public func cells(ofRow row: Int) -> [ScreenCell] {
        (0..<size.columns).map { cell(at: Position(row: row, column: $0)) }
    }

    /// The text of `row` without the blanks at its end; a wide character counts once.
    public func text(ofRow row: Int) -> String {
        let columns = size.columns
        guard (0..<size.rows).contains(row) else { return "" }
        let rect = VTermRect(
            start_row: CInt(row), end_row: CInt(row) + 1, start_col: 0, end_col: CInt(clamping: columns))
        // A cell holds at most six code points of four bytes; libvterm counts even what does not fit.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: columns * 24 + 1) { buffer in
            let count = vterm_screen_get_text(screen, buffer.baseAddress, buffer.count, rect)
            var bytes = UnsafeRawBufferPointer(buffer)[..<min(count, buffer.count)]
            while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The text of every row, from the top.
    public var rows: [String] { (0..<size.rows).map(text(ofRow:)) }

    /// The rows joined by line feeds.
    public var text: String { rows.joined(separator: "\n") }

    /// Whether `text` stands within one row; blanks count, also those at the end of the row.
    public func contains(_ text: String) -> Bool {
        (0..<size.rows).contains { cells(ofRow: $0).map(\.text).joined().contains(text) }
    }

    /// The cell where the first `text` on the screen begins, looked for row by row; nil where there is none.
    public func position(of text: String) -> Position? {
        for row in 0..<size.rows {
            let cells = cells(ofRow: row)
            let column = cells.indices.first { column in
                cells[column].columns > 0 && cells[column...].map(\.text).joined().hasPrefix(text)
            }
            if let column { return Position(row: row, column: column) }
        }
        return nil
    }

    // MARK: Callbacks

    private static let collectOutput: @convention(c) (UnsafePointer<CChar>?, Int, UnsafeMutableRawPointer?) -> Void = {
        bytes, count, user in
        guard let bytes, let user else { return }
        let emulator = Unmanaged<TerminalEmulator>.fromOpaque(user).takeUnretainedValue()
        emulator.output += UnsafeRawBufferPointer(start: bytes, count: count)
    }

    private static func makeCallbacks() -> VTermScreenCallbacks {
        var callbacks = VTermScreenCallbacks()
        callbacks.settermprop = { property, value, user in
            guard let value, let user else { return 0 }
            Unmanaged<TerminalEmulator>.fromOpaque(user).takeUnretainedValue().set(property, to: value.pointee)
            return 1
        }
        callbacks.bell = { user in
            guard let user else { return 0 }
            Unmanaged<TerminalEmulator>.fromOpaque(user).takeUnretainedValue().bellCount += 1
            return 1
        }
        return callbacks
    }

    private func set(_ property: VTermProp, to value: VTermValue) {
        switch property {
        case VTERM_PROP_CURSORVISIBLE: isCursorVisible = value.boolean != 0
        case VTERM_PROP_ALTSCREEN: isAlternateScreenActive = value.boolean != 0
        case VTERM_PROP_MOUSE: mouseReporting = MouseReporting(rawValue: Int(value.number)) ?? .off
        case VTERM_PROP_TITLE:
            guard let title = value.string else { return }
            titles.append(String(cString: title))
            if titles.count > Self.titleCapacity { titles.removeFirst() }
        default: break
        }
    }
}
