/// What one character cell shows: a base character and up to four marks on it.
///
/// It is plain memory rather than a `String`: a picture has thousands of cells and is made at every key.
public struct CellContent: Hashable, Sendable {
    /// The most characters that a cell takes; ncurses' `CCHARW_MAX`.
    static let capacity = 5

    // From the base on; 0 where there is none.
    private var first: UInt32 = 0, second: UInt32 = 0, third: UInt32 = 0, fourth: UInt32 = 0, fifth: UInt32 = 0

    /// A blank.
    static let blank = CellContent(" ")

    /// The right half of a wide character: nothing of its own.
    init() {}

    /// A character without marks.
    public init(_ base: Unicode.Scalar) {
        first = base.value
    }

    /// Whether this is the right half of a wide character.
    public var isEmpty: Bool { first == 0 }

    /// Adds a mark; false, and nothing added, where there is no room.
    mutating func append(_ mark: Unicode.Scalar) -> Bool {
        if second == 0 {
            second = mark.value
        } else if third == 0 {
            third = mark.value
        } else if fourth == 0 {
            fourth = mark.value
        } else if fifth == 0 {
            fifth = mark.value
        } else {
            return false
        }
        return true
    }

    /// The base character; nil for the right half of a wide one.
    public var base: Unicode.Scalar? { isEmpty ? nil : Unicode.Scalar(first) }

    /// Whether there are marks on the base character.
    public var hasMarks: Bool { second != 0 }

    /// Lends the code points, from the base on and ended by 0, to `body`; the pointer must not outlive the call.
    public func withCodePoints(_ body: (UnsafePointer<UInt32>) -> Void) {
        let codePoints = (first, second, third, fourth, fifth, 0 as UInt32)
        withUnsafePointer(to: codePoints) {
            $0.withMemoryRebound(to: UInt32.self, capacity: Self.capacity + 1, body)
        }
    }

    /// The characters as text.
    var text: String {
        var text = String.UnicodeScalarView()
        for value in [first, second, third, fourth, fifth] where value != 0 {
            if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        return String(text)
    }
}

/// One character cell of a picture; equal cells are bit for bit the same.
public struct Cell: Hashable, Sendable {
    /// What it shows.
    public internal(set) var content: CellContent
    /// Its look.
    public var style: Style

    /// Makes a cell that shows the first glyph of `text`, or the right half of a wide one where there is none.
    public init(_ text: String = " ", style: Style = .plain) {
        var content = CellContent()
        TextLayout.forEachGlyph(in: text) {
            content = $0.content
            return false
        }
        self.init(content, style: style)
    }

    /// Makes a cell that shows `content`.
    init(_ content: CellContent, style: Style = .plain) {
        self.content = content
        self.style = style
    }

    /// A base character and the marks on it; empty for the right half of a wide one.
    public var text: String { content.text }
}
