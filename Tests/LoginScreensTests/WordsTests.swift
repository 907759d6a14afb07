import EmbeddedResources
import Testing

@testable import LoginScreens

@Suite("Words")
struct WordsTests {
    private static func file(_ language: Language) -> [UInt8] {
        switch language {
        case .english: EmbeddedResources.englishWords
        case .simplifiedChinese: EmbeddedResources.simplifiedChineseWords
        }
    }

    @Test("Every key stands in the file once, no key is too many, none is empty", arguments: Language.allCases)
    func keys(_ language: Language) {
        let bytes = Self.file(language)
        let pairs = StringsFile(bytes).pairs
        let names = Word.allCases.map { "\($0)" }
        #expect(pairs.map(\.key) == names.map { $0.prefix(1).uppercased() + $0.dropFirst() }, "in the order of Word")
        let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first == UInt8(ascii: "\"") }
        #expect(lines.count == pairs.count, "a key stands there twice")
        for (key, text) in pairs {
            #expect(!text.isEmpty && text.first != " " && text.last != " ", "\(key)")
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "\u{FFFD}" }, "\(key)")
        }
    }

    @Test("Both languages have the same places to fill in, and no other per cent sign")
    func places() {
        let (english, chinese) = (Words(language: .english), Words(language: .simplifiedChinese))
        for word in Word.allCases {
            let count = english[word].split(separator: "%@", omittingEmptySubsequences: false).count
            #expect(chinese[word].split(separator: "%@", omittingEmptySubsequences: false).count == count, "\(word)")
            for text in [english[word], chinese[word]] {
                #expect(text.count { $0 == "%" } == count - 1, "\(word)")
            }
        }
    }

    /// The words that the specification gives.
    static let given: [(Word, String, String)] = [
        (.loginTitle, "登录", "Log in"), (.loginButtonName, "登录", "Log in"),
        (.goToRegisterButtonName, "去注册", "Go register"), (.getPasswordButtonName, "找回密码", "Forgot password"),
        (.accountLabel, "账号", "Account"), (.accountPlaceholder, "用户名/邮箱地址/手机号", "User name, e-mail or phone"),
        (.passwordLabel, "密码", "Password"), (.rememberPassword, "记住密码", "Remember password"),
        (.autoLogin, "自动登录", "Auto login"), (.busy, "正在登录", "Logging in"),
        (.accountMissingTitle, "账号不存在", "Account not found"),
        (
            .accountUnknown, "对不起，您输入的账号不存在，是否前去注册？",
            "Sorry, that account does not exist. Go and register?"
        ),
        (.cancel, "取消", "Cancel"), (.goRegister, "去注册", "Go register"), (.loginFailedTitle, "登录失败", "Login failed"),
        (.enterAccount, "请输入账号", "Enter your account"), (.enterPassword, "请输入密码", "Enter your password"),
        (.credentialsWrong, "账号或密码错误", "Wrong account or password"), (.ok, "确定", "OK"),
        (.lengthGood, "长度合适", "Length OK"), (.registerTitle, "注册", "Register"),
        (.passwordAgainLabel, "确认密码", "Password again"), (.registerButtonName, "注册", "Register"),
        (.homeTitle, "首页", "Home"), (.logOut, "退出登录", "Log out"),
    ]

    @Test("Section 2: the words of the table", arguments: given)
    func table(_ word: Word, _ chinese: String, _ english: String) {
        #expect(Words(language: .simplifiedChinese)[word] == chinese)
        #expect(Words(language: .english)[word] == english)
    }

    @Test("Section 2: the words with places to fill in")
    func filled() {
        let (english, chinese) = (Words(language: .english), Words(language: .simplifiedChinese))
        #expect(chinese.text(.lengthShort, "2") == "还差2位" && english.text(.lengthShort, "2") == "2 more")
        #expect(chinese.text(.lengthLong, "20") == "最多20位" && english.text(.lengthLong, "20") == "At most 20")
        #expect(chinese.text(.passwordPlaceholder, chinese.text(.lengthRange, "8", "20")) == "输入8~20位字符的密码")
        #expect(english.text(.passwordPlaceholder, english.text(.lengthRange, "8", "20")) == "8-20 characters")
        #expect(chinese.text(.passwordLength, "8~20") == "密码须为8~20位字符")
        #expect(english.text(.passwordLength, "8-20") == "The password must be 8-20 characters")
        #expect(chinese.text(.errorPrefix, "x") == "错误 x" && english.text(.errorPrefix, "x") == "Error: x")
        // What is filled in is no pattern itself.
        #expect(english.text(.lastLoginFrom, "%@", "%@") == "%@ from %@")
    }

    @Test("The strings format: escapes, comments, and what is no pair")
    func format() {
        let text = #"""
            /* a "b" = "c"; */ "key" = "va\"l\\ue";
            "second"="密码"; // "x"
            "unfinished" = "
            """#
        let pairs = Dictionary(uniqueKeysWithValues: StringsFile(Array(text.utf8)).pairs.map { ($0.key, $0.value) })
        #expect(pairs["key"] == #"va"l\ue"# && pairs["second"] == "密码" && pairs["a"] == nil)
        for text in ["", "/", "/*", "/* open", "/* open *", "//", "/* */ \"key\" = "] {
            #expect(StringsFile(Array(text.utf8)).count == 0, "\(text)")
        }
    }
}

extension StringsFile {
    /// All pairs, in their order.
    fileprivate var pairs: [(key: String, value: String)] {
        (0..<count).map { (key(at: $0), value(at: $0)) }
    }
}
