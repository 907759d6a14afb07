/// What a body is said to be (RFC 9110, section 8.3).
struct MediaType: Equatable {
    /// Type and subtype, in lower case.
    let name: String
    /// The character set, in lower case; nil where none is told.
    let charset: String?

    /// Reads `Content-Type`; parameters other than the character set are passed over.
    init(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { part in
            part.drop { $0 == " " || $0 == "\t" }
        }
        name = Self.trimmed(parts[0])
        charset = parts.dropFirst().lazy.map(Self.trimmed).first { $0.hasPrefix("charset=") }.map { parameter in
            parameter.dropFirst("charset=".count).filter { $0 != "\"" }
        }
    }

    /// Whether `text` says that a body is `name` in UTF-8.
    static func isUTF8(_ text: String?, _ name: String) -> Bool {
        // Most say it in as few words.
        text == name || text.map { MediaType($0).isUTF8(name) } == true
    }

    /// Whether it is `name` in UTF-8.
    func isUTF8(_ name: String) -> Bool {
        self.name == name && (charset == nil || charset == "utf-8" || charset == "utf8")
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text.lowercased()
    }
}
