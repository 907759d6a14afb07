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
    private let texts: [Word: String]

    /// Reads the words of `language` from the program itself.
    public init(language: Language) {
        self.language = language
        let pairs =
            switch language {
            case .english: StringsFile.parse(EmbeddedResources.englishWords)
            case .simplifiedChinese: StringsFile.parse(EmbeddedResources.simplifiedChineseWords)
            }
        texts = Dictionary(uniqueKeysWithValues: Self.match(pairs))
    }

    /// Finds the words of the pairs; where the file keeps to the order of the words, without searching.
    private static func match(_ pairs: [(key: String, value: String)]) -> [(Word, String)] {
        let words = Word.allCases
        return pairs.enumerated().compactMap { index, pair in
            let isInOrder = index < words.count && words[index].rawValue == pair.key
            let word = isInOrder ? words[index] : words.first { $0.rawValue == pair.key }
            return word.map { ($0, pair.value) }
        }
    }

    /// The text of `word`; its key where the file lacks it, which a test rules out.
    subscript(word: Word) -> String {
        texts[word] ?? word.rawValue
    }

    /// The text of `word`, its places filled in from left to right.
    func text(_ word: Word, _ arguments: String...) -> String {
        let parts = self[word].split(separator: "%@", omittingEmptySubsequences: false)
        var text = String(parts[0])
        for (argument, part) in zip(arguments, parts.dropFirst()) { text += argument + part }
        return text
    }
}

/// The `.strings` format: `"key" = "value";` with comments between.
enum StringsFile {
    /// The file's pairs in their order; what is not a pair is passed over.
    static func parse(_ bytes: [UInt8]) -> [(key: String, value: String)] {
        var pairs: [(key: String, value: String)] = []
        var key: String?
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "/"): skipComment(&rest)
            case UInt8(ascii: "\""):
                let text = takeQuoted(from: &rest)
                if let open = key {
                    pairs.append((open, text))
                    key = nil
                } else {
                    key = text
                }
            default: break
            }
        }
        return pairs
    }

    /// Goes behind the comment whose first `/` has just been read.
    private static func skipComment(_ rest: inout ArraySlice<UInt8>) {
        if rest.first == UInt8(ascii: "/") {
            rest = rest.drop { $0 != UInt8(ascii: "\n") }
            return
        }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "*"), rest.first == UInt8(ascii: "/") {
                rest.removeFirst()
                return
            }
        }
    }

    /// Takes the text up to the closing quotation mark; a backslash takes the meaning from the character after it.
    private static func takeQuoted(from rest: inout ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            text.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
