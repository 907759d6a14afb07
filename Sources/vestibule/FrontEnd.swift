import Accounts
import CommandLineOptions
import CursesTerminal
import Glibc
import LoginApp
import LoginFlow
import LoginScreens
import PasswordStrength
import Processes
import SQLiteStore
import TerminalCore

/// The front end from its options to its exit status (section 1).
struct FrontEnd {
    private let options: Options
    /// Whether passwords travel unencrypted to another machine.
    private let isUnencrypted: Bool

    /// Reads the command line; status 2 for one that makes no sense.
    init(arguments: [String]) throws(StartFault) {
        do throws(Options.Fault) {
            options = try Options(arguments: arguments)
        } catch { throw StartFault(status: 2, message: error.message) }
        isUnencrypted = Service.isPlaintext(options)
    }

    /// Does what was asked for.
    ///
    /// - Returns: the exit status.
    func run() throws(StartFault) -> CInt {
        switch options.request {
        case .help: print(HelpText.usage, terminator: "")
        case .version: print(HelpText.version, terminator: "")
        case .run: return try show()
        }
        do throws(StandardOutput.Fault) {
            try StandardOutput.flush()
        } catch { throw StartFault(status: 2, message: error.message) }
        return 0
    }

    /// Prints one line on stderr.
    static func complain(_ message: String) {
        // Arguments and paths come back in messages; none of their bytes may command the terminal (T6).
        let line = "vestibule: " + TextLayout.glyphs(of: message).map(\.text).joined() + "\n"
        _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    // MARK: - The screens

    private func show() throws(StartFault) -> CInt {
        TextLayout.useUTF8Widths()
        let locale = TerminalLocale(
            environment: Self.variable, chosen: options.language, codeset: Self.codeset(ofLocale:))
        let terminal = try openTerminal(locale)
        defer { terminal.close() }
        let estimator = EstimatorProcess(.besideThisOne("vestibule-strength"))
        let (service, store) = try Service.make(options, environment: Self.variable, estimator: estimator)
        let memory = try Service.memory(options, environment: Self.variable)
        let (remembered, remarks) = memory?.recall() ?? (nil, [])
        let stateLog = try openStateLog(locale.language)
        let app = LoginApp(
            flow: Flow(
                configuration: configuration(for: service, canRemember: memory != nil), remembered: remembered,
                notice: notice(remarks, replacedCharset: locale.replacedCharset)),
            terminal: terminal, service: service, estimator: estimator, memory: memory,
            painter: Painter(
                language: locale.language, isASCII: options.usesASCII || locale.usesASCIIMarks,
                colorDepth: terminal.colorDepth, formatTime: Self.localTime, userName: LocalUsers.name),
            stateLog: stateLog)
        let ending = try app.run { () throws(StartFault) in
            do throws(StoreOpenError) { try store?.open() } catch {
                throw StartFault(status: 3, message: error.message)
            }
        }
        service.close()
        if let failure = stateLog?.failure {
            terminal.close()
            Self.complain("the state log lacks frames: \(failure.reason)")
        }
        switch ending {
        case .hungUp: return 128 + SIGHUP
        case .left(.withoutLogin): return 1
        case .left(.fromHome): return 0
        case .left(.intoCommand(let session)):
            terminal.close()
            estimator.end()
            return replaceProcess(for: session)
        }
    }

    private func openTerminal(_ locale: TerminalLocale) throws(StartFault) -> CursesTerminal {
        var terminal = CursesTerminal.Options()
        terminal.charset = locale.writesASCII ? .ascii : .unicode
        terminal.usesPlainBorders = options.usesASCII
        terminal.usesMouse = options.usesMouse
        terminal.allowsSuspend = options.command.isEmpty
        do throws(TerminalError) {
            return try CursesTerminal(options: terminal)
        } catch { throw StartFault(status: 2, message: error.description) }
    }

    private func openStateLog(_ language: Language) throws(StartFault) -> StateLog? {
        // The variable is for who runs programs that run this one, such as a tape.
        guard let path = options.stateLog ?? Self.variable("VESTIBULE_STATE_LOG"), !path.isEmpty else { return nil }
        do throws(StateLog.Failure) {
            return try StateLog(path: path, language: language)
        } catch {
            throw StartFault(
                status: 2, message: "cannot write the state log \(path): \(error.reason); name another file")
        }
    }

    /// What is to be said at the start, the most important of it.
    private func notice(_ remarks: [MemoryRemark], replacedCharset: String?) -> Notice? {
        if isUnencrypted { return .connectionUnencrypted }
        return remarks.isEmpty ? replacedCharset.map(Notice.charsetReplaced) : .memory(remarks)
    }

    private func configuration(for service: any AccountService, canRemember: Bool) -> Flow.Configuration {
        var restrictions = Flow.Restrictions(passwordPolicy: options.passwordPolicy)
        // A gate that lets a passer-by register is none.
        if !options.command.isEmpty {
            if !options.allowances.contains(.register) { restrictions.withheldCalls.insert(.register) }
            if !options.allowances.contains(.reset) { restrictions.withheldCalls.insert(.reset) }
        }
        return Flow.Configuration(
            declaration: service.declaration, isDeclared: !Service.isElsewhere(options), restrictions: restrictions,
            guardsCommand: !options.command.isEmpty, reducesMotion: options.reducesMotion, canRemember: canRemember,
            isUnencrypted: isUnencrypted)
    }

    // MARK: - The command

    /// Puts the command in this program's place; returns only when that fails, with 126 or 127.
    private func replaceProcess(for session: Session) -> CInt {
        setenv("VESTIBULE_ACCOUNT", session.user.account, 1)
        if let id = session.user.id { setenv("VESTIBULE_USER_ID", id, 1) } else { unsetenv("VESTIBULE_USER_ID") }
        unsetenv("VESTIBULE_VAULT_KEY")
        ProcessReplacement.prepare()
        var arguments = options.command.map { strdup($0) } + [nil]
        execvp(options.command[0], &arguments)
        let status: CInt = errno == ENOENT ? 127 : 126
        Self.complain("cannot run '\(options.command[0])': \(String(cString: strerror(errno)))")
        return status
    }

    // MARK: - The system

    /// The environment's value for `name`; nil where it has none.
    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The character set of an installed locale; nil where it is not installed.
    private static func codeset(ofLocale name: String) -> String? {
        guard let locale = newlocale(LC_CTYPE_MASK, name, nil) else { return nil }
        defer { freelocale(locale) }
        return nl_langinfo_l(nl_item(CODESET), locale).map { String(cString: $0) }
    }

    /// A moment by this machine's time zone.
    private static func localTime(_ time: Timestamp) -> String {
        var seconds = time_t(time.seconds)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "-" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
            let length = strftime(text.baseAddress, text.count, "%Y-%m-%d %H:%M", &parts)
            return String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
