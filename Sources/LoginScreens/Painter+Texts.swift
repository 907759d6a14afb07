import Accounts
import LoginFlow
import PasswordStrength
import Text

extension Painter {
    /// The title of an alert.
    func title(of alert: Alert) -> String {
        switch alert.id {
        case .accountMissing: words[.accountMissingTitle]
        case .loginFailed: words[.loginFailedTitle]
        case .registerFailed: words[.registerFailedTitle]
        case .notOffered: words[.notOfferedTitle]
        }
    }

    /// The label of an alert's button.
    func label(of button: Alert.Button) -> String {
        switch button {
        case .cancel: words[.cancel]
        case .goRegister: words[.goRegister]
        case .ok: words[.ok]
        }
    }

    /// What an alert says.
    func text(of message: Message) -> String {
        switch message {
        case .accountUnknown: words[.accountUnknown]
        case .accountMissing: words[.enterAccount]
        case .passwordMissing: words[.enterPassword]
        case .passwordLength(let policy):
            range(of: policy).map { words.text(.passwordLength, $0) }
                ?? words.text(.passwordLengthAtLeast, String(policy.minimum))
        case .credentialsWrong: words[.credentialsWrong]
        case .accountTaken: words[.accountTaken]
        case .accountFault(let fault): words[word(for: fault)]
        case .passwordWeak(.common): words[.passwordCommon]
        case .passwordWeak(.accountWords): words[.passwordAccountWords]
        case .passwordWeak(.guessable): words[.passwordGuessable]
        case .passwordsDiffer: words[.passwordsDiffer]
        case .codeMissing: words[.codeMissing]
        case .codeMalformed(let digitCount): words.text(.codeMalformed, String(digitCount))
        case .notOffered(let declared): declared ?? words[.notOffered]
        }
    }

    /// What a toast says (L12).
    func text(of notice: Notice) -> String {
        switch notice {
        case .serviceFailed(let error): words.text(.errorPrefix, text(of: error))
        case .logOutFailed(let error): words.text(.errorPrefix, words.text(.logOutFailed, text(of: error)))
        case .refused(.full): words[.fieldFull]
        case .refused(.controls): words[.pasteControls]
        case .refused(.malformed): words[.pasteMalformed]
        case .malformedInput: words[.inputMalformed]
        case .charsetReplaced(let name): words.text(.charsetReplaced, name)
        }
    }

    /// The words for a name that cannot be registered.
    func word(for fault: AccountName.Fault) -> Word {
        switch fault {
        case .nameLength: .nameLength
        case .nameStart: .nameStart
        case .nameCharacters: .nameCharacters
        }
    }

    private func text(of error: ServiceError) -> String {
        switch error {
        case .accountUnknown, .credentialsWrong: words[.credentialsWrong]
        case .accountTaken: words[.accountTaken]
        case .registrationRefused, .passwordRefused: words[.unsupported]
        case .challengeRequired: words[.challengeRequired]
        case .challengeFailed: words[.challengeFailed]
        case .locked(let seconds): words.text(.locked, Self.countdown(seconds))
        case .codeTooSoon(let seconds): words.text(.codeTooSoon, String(seconds))
        case .codesExhausted: words[.codesExhausted]
        case .sendingFailed: words[.sendingFailed]
        case .codeWrong: words[.codeWrong]
        case .sessionEnded: words[.sessionEnded]
        case .cancelled: words[.cancelled]
        case .busy: words[.serviceBusy]
        case .unsupported: words[.unsupported]
        case .trouble(.storeReadOnly): words[.storeReadOnly]
        case .trouble(.storeFull): words[.storeFull]
        case .trouble(.storeLocked): words[.storeLocked]
        case .trouble(.storeDamaged): words[.storeDamaged]
        case .trouble(.storeTooNew): words[.storeTooNew]
        case .trouble(.storeUnavailable): words[.storeUnavailable]
        case .trouble(.estimatorMissing): words[.estimatorMissing]
        case .trouble(.storeFailed): words[.storeFailed]
        }
    }

    /// Minutes and seconds, such as 4:05.
    static func countdown(_ seconds: Int) -> String {
        let rest = seconds % 60
        return "\(seconds / 60):" + (rest < 10 ? "0" : "") + String(rest)
    }
}
