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
        texts = Dictionary(
            uniqueKeysWithValues: Word.allCases.compactMap { word in pairs[word.rawValue].map { (word, $0) } })
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
    /// The file's pairs; what is not a pair is passed over.
    static func parse(_ bytes: [UInt8]) -> [String: String] {
        var pairs: [String: String] = [:]
        var key: String?
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/"):
                while index + 1 < bytes.count,
                    !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/"))
                {
                    index += 1
                }
                index += 2
            case UInt8(ascii: "\""):
                let text = quoted(in: bytes, from: &index)
                if let open = key {
                    pairs[open] = text
                    key = nil
                } else {
                    key = text
                }
            default: index += 1
            }
        }
        return pairs
    }

    /// The text between the quotation marks that `index` stands on; `index` moves behind it.
    private static func quoted(in bytes: [UInt8], from index: inout Int) -> String {
        var text: [UInt8] = []
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
            text.append(bytes[index])
            index += 1
        }
        index += 1
        return String(decoding: text, as: UTF8.self)
    }
}
