import LoginApp
import LoginScreens
import Testing

@Suite("T3: what the environment asks for")
struct TerminalLocaleTests {
    /// An environment, the chosen language, and what comes of it: language, ASCII marks, nothing but ASCII written,
    /// the character set that is replaced.
    struct Expectation: CustomTestStringConvertible {
        /// The environment's variables.
        let environment: [String: String]
        /// `--language`.
        var chosen: Language?
        /// The words' language.
        var language = Language.english
        /// Whether marks are ASCII.
        var usesASCIIMarks = false
        /// Whether everything is.
        var writesASCII = false
        /// The character set that UTF-8 replaces.
        var replacedCharset: String?
        var testDescription: String { "\(environment)" }
    }

    static let expectations = [
        // None named, or C or POSIX: English, all ASCII.
        Expectation(environment: [:], usesASCIIMarks: true, writesASCII: true),
        Expectation(environment: ["LANG": ""], usesASCIIMarks: true, writesASCII: true),
        Expectation(environment: ["LANG": "C"], usesASCIIMarks: true, writesASCII: true),
        Expectation(environment: ["LC_ALL": "POSIX", "LANG": "zh_CN.UTF-8"], usesASCIIMarks: true, writesASCII: true),
        Expectation(environment: ["LC_CTYPE": "C", "LANG": "zh_CN.UTF-8"], usesASCIIMarks: true, writesASCII: true),
        // UTF-8, installed or not, spelt either way.
        Expectation(environment: ["LANG": "C.UTF-8"]), Expectation(environment: ["LANG": "en_US.UTF-8"]),
        Expectation(environment: ["LANG": "xx_YY.utf8"]), Expectation(environment: ["LANG": "de_DE.UTF8@euro"]),
        Expectation(environment: ["LANG": "zh_CN.UTF-8"], language: .simplifiedChinese),
        Expectation(environment: ["LANG": "zh_TW.UTF-8"], language: .simplifiedChinese),
        // LC_ALL before LC_MESSAGES before LANG; an empty one does not count.
        Expectation(environment: ["LC_ALL": "en_US.UTF-8", "LANG": "zh_CN.UTF-8"]),
        Expectation(environment: ["LC_ALL": "", "LANG": "zh_CN.UTF-8"], language: .simplifiedChinese),
        Expectation(environment: ["LC_MESSAGES": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"], language: .simplifiedChinese),
        Expectation(environment: ["LC_MESSAGES": "en_US.UTF-8", "LANG": "zh_CN.UTF-8"]),
        Expectation(environment: ["LC_CTYPE": "zh_CN.UTF-8"]),
        // Another charset: UTF-8 and a notice.
        Expectation(environment: ["LANG": "zh_CN.GB18030"], language: .simplifiedChinese, replacedCharset: "GB18030"),
        Expectation(environment: ["LANG": "de_DE.ISO-8859-1@euro"], replacedCharset: "ISO-8859-1"),
        Expectation(environment: ["LANG": "en_US.UTF-8", "LC_CTYPE": "ru_RU.KOI8-R"], replacedCharset: "KOI8-R"),
        // The name tells none: what the installed locale has.
        Expectation(environment: ["LANG": "de_DE"], replacedCharset: "ISO-8859-1"),
        Expectation(environment: ["LANG": "zh_SG"], language: .simplifiedChinese),
        Expectation(environment: ["LANG": "no_SUCH"]),
        // The Linux console: English and ASCII marks unless told otherwise.
        Expectation(environment: ["TERM": "linux", "LANG": "zh_CN.UTF-8"], usesASCIIMarks: true),
        Expectation(environment: ["TERM": "linux-16color", "LANG": "en_US.UTF-8"], usesASCIIMarks: true),
        Expectation(environment: ["TERM": "xterm-256color", "LANG": "zh_CN.UTF-8"], language: .simplifiedChinese),
        Expectation(
            environment: ["TERM": "linux", "LANG": "en_US.UTF-8"], chosen: .simplifiedChinese,
            language: .simplifiedChinese),
        // Chosen: Chinese always writes UTF-8, English changes nothing but the words.
        Expectation(environment: [:], chosen: .simplifiedChinese, language: .simplifiedChinese),
        Expectation(environment: ["LC_ALL": "C"], chosen: .simplifiedChinese, language: .simplifiedChinese),
        Expectation(environment: ["LANG": "zh_CN.GBK"], chosen: .simplifiedChinese, language: .simplifiedChinese),
        Expectation(environment: ["LANG": "zh_CN.UTF-8"], chosen: .english),
        Expectation(environment: ["LC_ALL": "C"], chosen: .english, usesASCIIMarks: true, writesASCII: true),
    ]

    @Test("T3: language, marks, characters and the notice", arguments: expectations)
    func locale(_ expected: Expectation) {
        let installed = ["de_DE": "ISO-8859-1", "zh_SG": "UTF-8"]
        let locale = TerminalLocale(
            environment: { expected.environment[$0] }, chosen: expected.chosen, codeset: { installed[$0] })
        #expect(locale.language == expected.language)
        #expect(locale.usesASCIIMarks == expected.usesASCIIMarks && locale.writesASCII == expected.writesASCII)
        #expect(locale.replacedCharset == expected.replacedCharset)
    }
}
