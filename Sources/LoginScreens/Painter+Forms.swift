import Accounts
import Cryptography
import LoginFlow
import PasswordStrength
import TerminalCore
import TerminalWidgets
import Text

extension Painter {
    /// What the login form shows (section 2).
    func picture(of login: Login, under declaration: ServiceDeclaration) -> FormPicture {
        let policy = declaration.passwordPolicy
        var password = passwordField(
            .password, label: .passwordLabel, login.password, isRevealed: login.isRevealed, policy: policy)
        if login.proof != nil {
            // Eight, whatever is remembered: not even its length may show (L3).
            password.content = TextField(standIn: glyphs.bullet, count: 8)
            password.value = .remembered
        }
        let code = login.code.map {
            codeField($0, phase: login.phase, name: AccountName(login.account.text), keepsHintRow: false)
        }
        return FormPicture(
            title: .loginTitle, fields: [accountField(login.account), password] + (code.map { [$0] } ?? []),
            checkBoxes: login.canRemember ? checkBoxes(of: login) : [],
            button: button(.loginButtonName, busy: .busy, phase: login.phase),
            isButtonEnabled: login.isComplete(for: policy),
            links: [
                FormPicture.Link(id: .register, label: .goToRegisterButtonName),
                FormPicture.Link(id: .reset, label: .getPasswordButtonName),
            ])
    }

    private func checkBoxes(of login: Login) -> [FormPicture.CheckBox] {
        [
            FormPicture.CheckBox(id: .remember, label: .rememberPassword, isChecked: login.isRemembered),
            FormPicture.CheckBox(id: .autoLogin, label: .autoLogin, isChecked: login.logsInAutomatically),
        ]
    }

    /// What the registration form shows (H6).
    func picture(of form: RegistrationForm, under declaration: ServiceDeclaration) -> FormPicture {
        let policy = declaration.passwordPolicy
        var account = accountField(form.account)
        account.keepsHintRow = true
        if let name = form.accountName {
            let fault = form.accountFault(under: declaration)
            account.isValid = fault == nil
            account.hint = [
                fault.map { FormPicture.Span(text: text(of: $0), style: theme.bad) } ?? hint(on: name.kind)
            ]
        }
        let code = form.code.map { codeField($0, phase: form.phase, name: form.accountName, keepsHintRow: true) }
        return FormPicture(
            title: .registerTitle,
            fields: [account] + newPasswordFields(form.passwords, label: .passwordLabel, policy: policy)
                + (code.map { [$0] } ?? []),
            button: button(.registerButtonName, busy: .registerBusy, phase: form.phase),
            isButtonEnabled: form.isComplete(under: declaration),
            links: [FormPicture.Link(id: .back, label: .backToLoginButtonName)],
            strength: form.passwords.strength?.score)
    }

    /// What the form for a forgotten password shows (H7).
    func picture(of form: ResetForm, under declaration: ServiceDeclaration) -> FormPicture {
        let policy = declaration.passwordPolicy
        let name = AccountName(form.account.text)
        let code = form.code.map { codeField($0, phase: form.phase, name: name, keepsHintRow: true) }
        return FormPicture(
            title: .resetTitle,
            fields: [accountField(form.account)] + (code.map { [$0] } ?? [])
                + newPasswordFields(form.passwords, label: .newPasswordLabel, policy: policy),
            checkBoxes: [
                FormPicture.CheckBox(id: .endSessions, label: .endSessions, isChecked: form.endsSessions)
            ],
            button: button(.resetButtonName, busy: .resetBusy, phase: form.phase),
            isButtonEnabled: form.isComplete(for: policy),
            links: [FormPicture.Link(id: .back, label: .backToLoginButtonName)],
            strength: form.passwords.strength?.score)
    }

    // MARK: - Fields

    private func accountField(_ account: EditBuffer<PlainText>) -> FormPicture.Field {
        FormPicture.Field(
            id: .account, label: .accountLabel, shortLabel: .accountLabel,
            content: TextField(account, masking: .none), placeholder: .word(.accountPlaceholder),
            value: .text(account.text), isValid: account.isEmpty ? nil : !account.text.isBlank)
    }

    /// The two fields of a new password, with the hint on its length and its measure (H6, H7).
    func newPasswordFields(
        _ entry: NewPasswordEntry, label: Word, policy: PasswordPolicy
    ) -> [FormPicture.Field] {
        var password = passwordField(
            .password, label: label, entry.password, isRevealed: entry.isRevealed, policy: policy)
        if let strength = entry.strength, policy.verdict(on: entry.password.bytes) == .good {
            password.isValid = strength.weakness == nil
            password.hint[password.hint.count - 1] = meter(strength.score, isGood: strength.weakness == nil)
        }
        var again = field(
            .passwordAgain, label: .passwordAgainLabel, entry.passwordAgain, isRevealed: entry.isRevealed,
            placeholder: .word(.passwordAgainPlaceholder))
        if !entry.passwordAgain.isEmpty {
            let isSame = entry.password.bytes.nfc == entry.passwordAgain.bytes.nfc
            again.isValid = isSame
            again.hint = [
                isSame
                    ? FormPicture.Span(text: words[.passwordsSame], style: theme.good)
                    : FormPicture.Span(text: words[.passwordsDiffer], style: theme.bad)
            ]
        }
        return [password, again]
    }

    /// A field for a secret, without rules.
    func field(
        _ id: ElementID, label: Word, _ content: EditBuffer<Secret>, isRevealed: Bool, placeholder: Phrase
    ) -> FormPicture.Field {
        FormPicture.Field(
            id: id, label: label, shortLabel: Self.shortLabel(for: label),
            content: TextField(content, masking: isRevealed ? .none : .glyph(glyphs.bullet)),
            placeholder: placeholder, value: .length(content.bytes.nfcLength), keepsHintRow: true)
    }

    /// A field for a secret with the service's length rule and the hint on it (L2).
    func passwordField(
        _ id: ElementID, label: Word, _ content: EditBuffer<Secret>, isRevealed: Bool, policy: PasswordPolicy
    ) -> FormPicture.Field {
        var field = field(
            id, label: label, content, isRevealed: isRevealed, placeholder: .passwordLength(policy))
        guard !content.isEmpty else { return field }
        let length = content.bytes.nfcLength
        let verdict = policy.verdict(onLength: length)
        field.isValid = verdict == .good
        let count = policy.maximum.map { "\(length)/\($0)  " } ?? "\(length)  "
        field.hint = [FormPicture.Span(text: count, style: .plain), hint(on: verdict, of: policy)]
        return field
    }

    private func hint(on verdict: PasswordPolicy.Verdict, of policy: PasswordPolicy) -> FormPicture.Span {
        switch verdict {
        case .short(let missing):
            FormPicture.Span(text: words.text(.lengthShort, String(missing)), style: .plain)
        case .good: FormPicture.Span(text: words[.lengthGood], style: theme.good)
        case .long:
            FormPicture.Span(text: words.text(.lengthLong, policy.maximum.map(String.init) ?? ""), style: theme.bad)
        }
    }

    private func hint(on kind: AccountName.Kind) -> FormPicture.Span {
        let word: Word =
            switch kind {
            case .telephone: .kindTelephone
            case .emailAddress: .kindEmailAddress
            case .normalName: .kindNormalName
            }
        return FormPicture.Span(text: words[word], style: theme.faint)
    }

    /// The label to use where little room is left.
    private static func shortLabel(for label: Word) -> Word {
        switch label {
        case .passwordAgainLabel: .passwordAgainLabelShort
        case .newPasswordLabel: .newPasswordLabelShort
        case .currentPasswordLabel: .currentPasswordLabelShort
        default: label
        }
    }

    private func meter(_ score: Int, isGood: Bool) -> FormPicture.Span {
        let names: [Word] = [.strength0, .strength1, .strength2, .strength3, .strength4]
        let full = String(repeating: glyphs.meter.full, count: score)
        let empty = String(repeating: glyphs.meter.empty, count: 4 - score)
        return FormPicture.Span(text: full + empty + " " + words[names[score]], style: isGood ? theme.good : theme.bad)
    }

    /// The button that sends a form, with the spinner while it does (L8).
    func button(_ name: Word, busy: Word, phase: Phase) -> FormPicture.SubmitButton {
        switch phase {
        case .submitting(_, let step): FormPicture.SubmitButton(name: busy, spinner: spinner(step))
        case .asking(_, let step): FormPicture.SubmitButton(name: .connecting, spinner: spinner(step))
        default: FormPicture.SubmitButton(name: name)
        }
    }

    /// The spinner's picture at a step.
    func spinner(_ step: Int) -> String {
        glyphs.spinner[step % glyphs.spinner.count]
    }
}
