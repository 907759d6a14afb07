import Accounts
import EmbeddedResources

/// A language that the screens speak.
public enum Language: String, Sendable, CaseIterable {
    /// Simplified Chinese.
    case simplifiedChinese = "zh-Hans"
    /// English.
    case english = "en"
}

/// The words of one language.
public struct Words: Sendable {
    /// Which language it is.
    public let language: Language
    private let file: StringsFile

    /// Reads the words of `language` from the program itself.
    public init(language: Language) {
        self.language = language
        file =
            switch language {
            case .english: StringsFile(EmbeddedResources.englishWords)
            case .simplifiedChinese: StringsFile(EmbeddedResources.simplifiedChineseWords)
            }
    }

    /// The text of `word`, which stands in the file at the word's own place; a test rules out that it does not.
    subscript(word: Word) -> String { file.value(at: word.rawValue) }

    /// The text of `word`, its places filled in from left to right.
    func text(_ word: Word, _ arguments: String...) -> String {
        var text = ""
        var rest = self[word].utf8[...]
        // A per cent sign is always that of a place, `%@`.
        for argument in arguments {
            guard let place = rest.firstIndex(of: UInt8(ascii: "%")) else { break }
            text += String(Substring(rest[..<place])) + argument
            rest = rest[place...].dropFirst(2)
        }
        return text + String(Substring(rest))
    }

    /// The text of `phrase`.
    subscript(phrase: Phrase) -> String {
        switch phrase {
        case .word(let word): self[word]
        case .number(let word, let number): text(word, String(number))
        case .passwordLength(let policy):
            range(of: policy).map { text(.passwordPlaceholder, $0) } ?? self[.passwordPlaceholderAny]
        }
    }

    /// 8~20 or 8-20, as the language writes it, or one number where there is one length only; nil without a maximum.
    func range(of policy: PasswordPolicy) -> String? {
        policy.maximum.map {
            $0 == policy.minimum ? String($0) : text(.lengthRange, String(policy.minimum), String($0))
        }
    }
}

/// Something to say, before it is put into the words of a language.
enum Phrase: Equatable {
    /// As it stands.
    case word(Word)
    /// With a number in its place.
    case number(Word, Int)
    /// How long a password has to be.
    case passwordLength(PasswordPolicy)
}

/// The `.strings` format: `"key" = "value";` with comments between; what is neither is passed over.
///
/// The file is only searched for its texts. A text becomes a `String` when it is asked for: a screen shows few of them.
struct StringsFile: Sendable {
    private let bytes: [UInt8]
    /// Where the quoted texts begin, behind their marks: keys and values in turn.
    private let starts: [Int]

    /// Finds the pairs of a file.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = bytes.withUnsafeBufferPointer { bytes in
            var starts: [Int] = []
            var offset = 0
            while offset < bytes.count {
                switch bytes[offset] {
                case UInt8(ascii: "/"): offset = Self.endOfComment(in: bytes, from: offset + 1)
                case UInt8(ascii: "\""):
                    starts.append(offset + 1)
                    offset = Self.endOfText(in: bytes, from: offset + 1) + 1
                default: offset += 1
                }
            }
            return starts
        }
    }

    /// The number of pairs.
    var count: Int { starts.count / 2 }

    /// The key of the pair at `index`.
    func key(at index: Int) -> String { text(from: starts[2 * index]) }

    /// The value of the pair at `index`.
    func value(at index: Int) -> String { text(from: starts[2 * index + 1]) }

    /// The text from `start` on; a backslash takes the meaning from the character after it.
    private func text(from start: Int) -> String {
        let quoted = bytes[start..<bytes.withUnsafeBufferPointer { Self.endOfText(in: $0, from: start) }]
        guard quoted.contains(UInt8(ascii: "\\")) else { return String(decoding: quoted, as: UTF8.self) }
        var text: [UInt8] = []
        var rest = quoted
        while let byte = rest.popFirst() {
            text.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The offset of the mark that closes the text at `start`; the file's end where there is none.
    private static func endOfText(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var offset = start
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(offset, bytes.count)
    }

    /// The offset behind the comment whose first `/` stands before `start`.
    private static func endOfComment(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard start < bytes.count else { return start }
        if bytes[start] == UInt8(ascii: "/") {
            return bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        }
        var offset = start
        while offset + 1 < bytes.count {
            if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") { return offset + 2 }
            offset += 1
        }
        return bytes.count
    }
}
