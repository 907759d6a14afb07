import Cryptography

/// One change that a person makes to a text field (L4).
public enum Edit: Equatable, Sendable {
    /// A printable character was typed.
    case insert(Unicode.Scalar)
    /// Text was pasted, perhaps with more behind it than was kept.
    case paste(Secret, isTruncated: Bool)
    /// The cursor moves by one character, or to an end.
    case moveLeft, moveRight, moveToStart, moveToEnd
    /// The character before or after the cursor goes.
    case deleteBackward, deleteForward
    /// The word before the cursor, all that follows it, or everything goes.
    case deleteWord, deleteToEnd, clear

    /// Whether it moves the cursor and changes no text.
    public var isMove: Bool {
        switch self {
        case .moveLeft, .moveRight, .moveToStart, .moveToEnd: true
        default: false
        }
    }
}

/// Why a field took nothing of what it was given (L4).
public enum EditRefusal: Error, Equatable, Sendable {
    /// The character would not fit into ``EditBuffer/limit`` bytes; those before it may have.
    case full
    /// A paste would not fit into ``EditBuffer/limit`` bytes.
    case pasteLong
    /// A paste held a line end within it, or a control character.
    case controls
    /// A paste was not UTF-8.
    case malformed
}

/// The text of one field, edited character by character as a person counts them: by grapheme clusters (L3, L4).
///
/// Nothing is ever cut: what does not fit is refused whole. `Bytes` decides whether the text lies in plain or in
/// locked memory.
public struct EditBuffer<Bytes: EditableBytes>: Equatable, Sendable {
    /// The most bytes that a field takes.
    public static var limit: Int { 512 }

    /// The text, valid UTF-8 of at most ``limit`` bytes.
    public private(set) var bytes: Bytes
    /// The cursor's byte offset, always between two clusters.
    public private(set) var cursor: Int
    /// Whether the whole text is selected, so that the next insertion replaces it (L9).
    public private(set) var isSelected: Bool

    /// Makes an empty field.
    public init() {
        bytes = Bytes()
        cursor = 0
        isSelected = false
    }

    /// Whether there is no text.
    public var isEmpty: Bool { bytes.count == 0 }

    /// The clusters' byte ranges, from left to right.
    public var clusters: [Range<Int>] {
        bytes.withUnsafeBytes { GraphemeClusters.ranges(in: $0) }
    }

    /// Calls `body` with each cluster's byte range and its bytes, which must not outlive the call, from left to right.
    @specialized(where Bytes == PlainText)
    @specialized(where Bytes == Secret)
    public func forEachCluster(_ body: (Range<Int>, UnsafeRawBufferPointer) -> Void) {
        bytes.withUnsafeBytes { raw in
            GraphemeClusters.forEachRange(in: raw) { body($0, UnsafeRawBufferPointer(rebasing: raw[$0])) }
        }
    }

    /// Selects the whole text, if there is any, and puts the cursor behind it.
    public mutating func selectAll() {
        cursor = bytes.count
        isSelected = !isEmpty
    }

    /// Carries out one change.
    ///
    /// - Returns: why nothing was changed; nil when it was, or when there was nothing to change.
    @specialized(where Bytes == PlainText)
    @specialized(where Bytes == Secret)
    public mutating func apply(_ edit: Edit) -> EditRefusal? {
        switch edit {
        case .insert(let scalar): return insert(scalar)
        case .paste(let pasted, let isTruncated): return paste(pasted, isTruncated: isTruncated)
        case .deleteBackward, .deleteForward:
            if isSelected { delete(0..<bytes.count) } else { delete(neighbor(edit == .deleteBackward)) }
        case .deleteWord: if isSelected { delete(0..<bytes.count) } else { delete(wordStart..<cursor) }
        case .deleteToEnd: if isSelected { delete(0..<bytes.count) } else { delete(cursor..<bytes.count) }
        case .clear: delete(0..<bytes.count)
        case .moveLeft: cursor = neighbor(true).lowerBound
        case .moveRight: cursor = neighbor(false).upperBound
        case .moveToStart: cursor = 0
        case .moveToEnd: cursor = bytes.count
        }
        isSelected = false
        return nil
    }

    // MARK: - Inserting

    private mutating func insert(_ scalar: Unicode.Scalar) -> EditRefusal? {
        guard !scalar.isControl else { return .controls }
        let units = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        return withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { scratch in
            var count = 0
            for unit in units {
                scratch[count] = unit
                count += 1
            }
            defer { scratch.initializeMemory(as: UInt8.self, repeating: 0) }
            guard hasRoom(for: count) else { return .full }
            insert(UnsafeRawBufferPointer(rebasing: scratch[0..<count]))
            return nil
        }
    }

    private mutating func paste(_ pasted: Secret, isTruncated: Bool) -> EditRefusal? {
        pasted.withUnsafeBytes { raw in
            var content = raw[...]
            if !isTruncated {
                if content.last == 0x0A { content.removeLast() }
                if content.last == 0x0D { content.removeLast() }
            }
            guard let hasControls = GraphemeClusters.hasControls(in: UnsafeRawBufferPointer(rebasing: content)) else {
                return isTruncated ? .pasteLong : .malformed
            }
            if hasControls { return .controls }
            if isTruncated || !hasRoom(for: content.count) { return .pasteLong }
            insert(UnsafeRawBufferPointer(rebasing: content))
            return nil
        }
    }

    /// What an insertion replaces.
    private var replaced: Range<Int> { isSelected ? 0..<bytes.count : cursor..<cursor }

    private func hasRoom(for count: Int) -> Bool { bytes.count - replaced.count + count <= Self.limit }

    private mutating func insert(_ new: UnsafeRawBufferPointer) {
        guard !new.isEmpty else { return }
        let replaced = self.replaced
        bytes.replaceSubrange(replaced, with: new)
        isSelected = false
        place(cursorAtOrAfter: replaced.lowerBound + new.count)
    }

    // MARK: - Deleting and moving

    private mutating func delete(_ range: Range<Int>) {
        bytes.replaceSubrange(range, with: UnsafeRawBufferPointer(start: nil, count: 0))
        place(cursorAtOrAfter: range.lowerBound)
    }

    /// Puts the cursor at `offset`, or behind the cluster that what was typed there has become part of.
    private mutating func place(cursorAtOrAfter offset: Int) {
        let isAtEnd = offset == bytes.count
        let cluster = isAtEnd ? nil : clusters.first { $0.lowerBound < offset && offset < $0.upperBound }
        cursor = cluster?.upperBound ?? offset
    }

    /// The cluster before or after the cursor; empty at the text's end.
    private func neighbor(_ isBefore: Bool) -> Range<Int> {
        let cluster = clusters.first { isBefore ? $0.upperBound == cursor : $0.lowerBound == cursor }
        return cluster ?? cursor..<cursor
    }

    /// Where the word before the cursor begins: behind the last white space that has something else after it.
    private var wordStart: Int {
        bytes.withUnsafeBytes { raw in
            let before = GraphemeClusters.ranges(in: raw).filter { $0.upperBound <= cursor }
            let isBlank = { (range: Range<Int>) in raw[range.lowerBound] == 0x20 || range.isIdeographicSpace(in: raw) }
            guard let last = before.lastIndex(where: { !isBlank($0) }) else { return 0 }
            return before[...last].last(where: isBlank)?.upperBound ?? 0
        }
    }
}

extension EditBuffer<PlainText> {
    /// Makes a field that holds `text`, with the cursor behind it; what does not fit is left out whole.
    public init(_ text: String) {
        self.init()
        var text = text
        _ = apply(.paste(text.withUTF8 { Secret(UnsafeRawBufferPointer($0)) }, isTruncated: false))
    }

    /// The text.
    public var text: String {
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension Range<Int> {
    /// Whether the cluster at this range is U+3000, the space of Chinese and Japanese typing.
    fileprivate func isIdeographicSpace(in raw: UnsafeRawBufferPointer) -> Bool {
        raw[self].elementsEqual([0xE3, 0x80, 0x80])
    }
}
