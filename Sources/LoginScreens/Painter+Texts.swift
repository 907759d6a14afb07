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
        case .changeFailed: words[.changeFailedTitle]
        case .logOutEverywhere: words[.logOutEverywhere]
        case .endSession: words[.endSessionTitle]
        case .resetFailed: words[.resetFailedTitle]
        case .verificationFailed: words[.verificationFailedTitle]
        case .notOffered: words[.notOfferedTitle]
        }
    }

    /// The label of an alert's button.
    func label(of button: Alert.Button) -> String {
        switch button {
        case .cancel: words[.cancel]
        case .goRegister: words[.goRegister]
        case .ok: words[.ok]
        case .logOut: words[.logOut]
        case .endSession: words[.endSession]
        }
    }

    /// What an alert says.
    func text(of message: Message) -> String {
        switch message {
        case .accountUnknown: words[.accountUnknown]
        case .accountMissing: words[.enterAccount]
        case .passwordMissing: words[.enterPassword]
        case .passwordLength(let policy):
            words.range(of: policy).map { words.text(.passwordLength, $0) }
                ?? words.text(.passwordLengthAtLeast, String(policy.minimum))
        case .credentialsWrong: words[.credentialsWrong]
        case .accountTaken: words[.accountTaken]
        case .accountFault(let fault): words[word(for: fault)]
        case .accountMalformed(.telephone): words[.telephoneMalformed]
        case .accountMalformed(.emailAddress): words[.emailAddressMalformed]
        case .accountMalformed(.normalName): words[.nameCharacters]
        case .addressNeeded([.telephone]): words[.telephoneNeeded]
        case .addressNeeded([.emailAddress]): words[.emailAddressNeeded]
        case .addressNeeded: words[.addressNeeded]
        case .passwordWeak(.common): words[.passwordCommon]
        case .passwordWeak(.accountWords): words[.passwordAccountWords]
        case .passwordWeak(.guessable): words[.passwordGuessable]
        case .passwordsDiffer: words[.passwordsDiffer]
        case .codeMissing: words[.codeMissing]
        case .codeNotRequested: words[.codeNotRequested]
        case .codeMalformed(let digitCount): words.text(.codeMalformed, String(digitCount))
        case .currentPasswordMissing: words[.enterCurrentPassword]
        case .currentPasswordWrong: words[.currentPasswordWrong]
        case .logOutEverywhere: words[.confirmLogOutEverywhere]
        case .endSession(let summary):
            words.text(.confirmEndSession, formatTime(summary.lastUse), text(ofPeer: summary.peer))
        case .endThisSession: words[.confirmEndThisSession]
        case .codeWrong: words[.codeWrong]
        case .captchaMissing: words[.captchaMissing]
        case .locked(seconds: 0): words[.lockOver]
        case .locked(let seconds): words.text(.locked, countdown(seconds))
        case .notOffered(let declared): declared ?? words[.notOffered]
        }
    }

    /// What a toast says (L12).
    func text(of notice: Notice) -> String {
        switch notice {
        // Nothing has gone wrong here.
        case .serviceFailed(.challengeRequired): words[.challengeRequired]
        case .serviceFailed(.codeTooSoon(let seconds)): words.text(.codeTooSoon, String(seconds))
        case .serviceFailed(.challengeFailed): words[.challengeFailed]
        case .serviceFailed(let error): words.text(.errorPrefix, text(of: error))
        case .logOutFailed(let error): words.text(.errorPrefix, words.text(.logOutFailed, text(of: error)))
        case .sessionEnded: words[.interruptedBySessionEnd]
        case .loggedOutEverywhere: words[.loggedOutEverywhere]
        case .otherSessionEnded: words[.otherSessionEnded]
        case .passwordChanged: words[.passwordChanged]
        case .memory(let remarks): text(of: remarks)
        case .rememberedLoginExpired: words[.rememberedExpired]
        case .codeSent(let delivery): text(of: delivery)
        case .passwordReset: words[.passwordReset]
        case .loggingOut: words[.loggingOut]
        case .refused(.full): words[.fieldFull]
        case .refused(.pasteLong): words[.pasteLong]
        case .refused(.controls): words[.pasteControls]
        case .refused(.malformed): words[.pasteMalformed]
        case .pasteUnfinished: words[.pasteUnfinished]
        case .malformedInput: words[.inputMalformed]
        case .connectionUnencrypted: words[.connectionUnencrypted]
        case .charsetReplaced(let name): words.text(.charsetReplaced, name)
        }
    }

    /// The words for a name that cannot be registered.
    private func word(for fault: AccountName.Fault) -> Word {
        switch fault {
        case .nameLength: .nameLength
        case .nameStart: .nameStart
        case .nameCharacters: .nameCharacters
        }
    }

    /// A line for each remark; what holds for the vault and its key alike is said once.
    private func text(of remarks: [MemoryRemark]) -> String {
        var lines: [String] = []
        for line in remarks.map({ text(of: $0) }) where !lines.contains(line) { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    private func text(of remark: MemoryRemark) -> String {
        switch remark {
        case .exposed(isOver: true): words[.memoryExposed]
        case .exposed(isOver: false): words[.memoryStillExposed]
        case .setAside(let path): words.text(.memorySetAside, path)
        case .unusable: words[.memoryUnusable]
        case .notSaved(.locked): words[.memoryLocked]
        case .notSaved(.full): words[.memoryFull]
        case .notSaved(.readOnly): words[.memoryReadOnly]
        case .notSaved(.failed): words[.memoryFailed]
        }
    }

    /// Where a code went: what was typed, masked, so that no more is told than is known already (A6, H7).
    private func text(of delivery: CodeEntry.Delivery) -> String {
        let masked = delivery.name.masked
        switch (delivery.route, delivery.isCertain) {
        case (.message, true): return words.text(.noticeCodeSent, masked ?? delivery.name.text)
        case (.message, false):
            return masked.map { words.text(.noticeCodeSentIfTaken, $0) } ?? words[.noticeCodeSentIfKnown]
        case (.directory(let path), true):
            return words.text(.noticeCodeWritten, masked ?? delivery.name.text, path)
        case (.directory(let path), false):
            return masked.map { words.text(.noticeCodeWrittenIfTaken, $0, path) }
                ?? words.text(.noticeCodeWrittenIfKnown, path)
        }
    }

    private func text(of error: ServiceError) -> String {
        switch error {
        case .accountUnknown, .credentialsWrong: words[.credentialsWrong]
        case .accountTaken: words[.accountTaken]
        case .registrationRefused, .passwordRefused: words[.unsupported]
        case .challengeRequired: words[.challengeRequired]
        case .challengeFailed: words[.challengeFailed]
        case .locked(let seconds): words.text(.locked, countdown(seconds))
        case .codeTooSoon(let seconds): words.text(.codeTooSoon, String(seconds))
        case .codesExhausted: words[.codesExhausted]
        case .sendingFailed: words[.sendingFailed]
        case .codeWrong: words[.codeWrong]
        case .sessionEnded: words[.sessionEnded]
        case .cancelled: words[.cancelled]
        case .busy: words[.serviceBusy]
        case .unsupported: words[.unsupported]
        // Where it was cut, the mark is the one that is drawn elsewhere (T3).
        case .refused(let text): ServiceError.isShortened(text) ? text.dropLast() + glyphs.ellipsis : text
        case .trouble(let trouble): words[word(for: trouble)]
        }
    }

    private func word(for trouble: ServiceError.Trouble) -> Word {
        switch trouble {
        case .storeReadOnly: .storeReadOnly
        case .storeFull: .storeFull
        case .storeLocked: .storeLocked
        case .storeDamaged: .storeDamaged
        case .storeTooNew: .storeTooNew
        case .storeUnavailable: .storeUnavailable
        case .estimatorMissing: .estimatorMissing
        case .storeFailed: .storeFailed
        case .hostUnknown: .hostUnknown
        case .hostUnreachable: .hostUnreachable
        case .connectionRefused: .connectionRefused
        case .connectionLost: .connectionLost
        case .timedOut: .timedOut
        case .encryptionFailed: .encryptionFailed
        case .authoritiesMissing: .authoritiesMissing
        case .replyMalformed: .replyMalformed
        case .addressMoved: .addressMoved
        case .serviceMissing: .serviceMissing
        case .programMissing: .programMissing
        case .programEnded: .programEnded
        case .serviceFailed: .serviceFailed
        }
    }

    /// Where a login or a session came from: in words for this machine, an address as it is (H2).
    func text(ofPeer peer: String) -> String {
        guard peer.hasPrefix(Self.localPeerPrefix) else { return peer }
        let name = UInt32(peer.dropFirst(Self.localPeerPrefix.count)).flatMap(userName)
        return name.map { words.text(.localPeerNamed, $0) } ?? words[.localPeer]
    }

    /// What stands before a local user's number in the form that is stored.
    private static let localPeerPrefix = "uid:"

    /// Minutes and seconds in words, since figures and a colon would be read as a time of day; below a minute, seconds.
    private func countdown(_ seconds: Int) -> String {
        guard seconds >= 60 else { return words.text(.seconds, String(seconds)) }
        let rest = seconds % 60
        return words.text(.minutes, String(seconds / 60), (rest < 10 ? "0" : "") + String(rest))
    }
}
