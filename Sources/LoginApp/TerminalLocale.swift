import LoginScreens

/// The language and the characters that the environment asks for (T3).
public struct TerminalLocale: Equatable, Sendable {
    /// The words' language.
    public let language: Language
    /// Whether marks and bullets are drawn in ASCII.
    public let usesASCIIMarks: Bool
    /// Whether nothing but ASCII is written, and borders by the terminal's own line drawing.
    public let writesASCII: Bool
    /// The character set that the environment names and that UTF-8 replaces; worth a notice.
    public let replacedCharset: String?

    /// Reads the environment.
    ///
    /// - Parameters:
    ///   - environment: gives a variable's value; asked for `LC_ALL`, `LC_CTYPE`, `LC_MESSAGES`, `LANG` and `TERM`.
    ///   - chosen: the language of `--language`.
    ///   - codeset: the character set of an installed locale whose name tells none; nil where it is not installed.
    public init(
        environment: (String) -> String?, chosen: Language?, codeset: (String) -> String? = { _ in nil }
    ) {
        func first(_ names: String...) -> String? {
            for name in names {
                if let value = environment(name), !value.isEmpty { return value }
            }
            return nil
        }
        let ctype = first("LC_ALL", "LC_CTYPE", "LANG") ?? "C"
        let isPlain = ctype == "C" || ctype == "POSIX"
        let isConsole = environment("TERM")?.hasPrefix("linux") == true
        let messages = first("LC_ALL", "LC_MESSAGES", "LANG") ?? "C"
        let asked: Language = messages.hasPrefix("zh") ? .simplifiedChinese : .english
        language = chosen ?? (isPlain || isConsole ? .english : asked)
        // Chinese cannot be written in anything less than UTF-8, whatever the environment says.
        let forcesUTF8 = chosen == .simplifiedChinese
        writesASCII = isPlain && !forcesUTF8
        usesASCIIMarks = writesASCII || (isConsole && chosen == nil)
        let charset = isPlain ? nil : Self.charset(of: ctype) ?? codeset(ctype)
        let isUTF8 = charset.map { ["utf8", "utf-8"].contains($0.lowercased()) } ?? true
        replacedCharset = isUTF8 || forcesUTF8 ? nil : charset
    }

    /// The character set that a locale's name tells: `zh_CN.GB18030@modifier`.
    private static func charset(of name: String) -> String? {
        let name = name.prefix { $0 != "@" }
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let charset = name[dot...].dropFirst().prefix { $0 != "." }
        return charset.isEmpty ? nil : String(charset)
    }
}
