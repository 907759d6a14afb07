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
            title: words[.loginTitle], fields: [accountField(login.account), password] + (code.map { [$0] } ?? []),
            checkBoxes: login.canRemember ? checkBoxes(of: login) : [],
            button: button(.loginButtonName, busy: .busy, phase: login.phase),
            isButtonEnabled: login.isComplete(for: policy),
            links: [
                FormPicture.Link(id: .register, label: words[.goToRegisterButtonName]),
                FormPicture.Link(id: .reset, label: words[.getPasswordButtonName]),
            ])
    }

    private func checkBoxes(of login: Login) -> [FormPicture.CheckBox] {
        [
            FormPicture.CheckBox(id: .remember, label: words[.rememberPassword], isChecked: login.isRemembered),
            FormPicture.CheckBox(id: .autoLogin, label: words[.autoLogin], isChecked: login.logsInAutomatically),
        ]
    }

    /// What the registration form shows (H6).
    func picture(of form: RegistrationForm, under declaration: ServiceDeclaration) -> FormPicture {
        let policy = declaration.passwordPolicy
        var account = accountField(form.account)
        account.keepsHintRow = true
        if let name = AccountName(form.account.text) {
            account.isValid = name.fault == nil
            account.hint = [hint(on: name)]
        }
        let name = AccountName(form.account.text)
        let code = form.code.map { codeField($0, phase: form.phase, name: name, keepsHintRow: true) }
        return FormPicture(
            title: words[.registerTitle],
            fields: [account] + newPasswordFields(form.passwords, label: .passwordLabel, policy: policy)
                + (code.map { [$0] } ?? []),
            button: button(.registerButtonName, busy: .registerBusy, phase: form.phase),
            isButtonEnabled: form.isComplete(for: policy),
            links: [FormPicture.Link(id: .back, label: words[.backToLoginButtonName])],
            strength: form.passwords.strength?.score)
    }

    /// What the form for a forgotten password shows (H7).
    func picture(of form: ResetForm, under declaration: ServiceDeclaration) -> FormPicture {
        let policy = declaration.passwordPolicy
        let name = AccountName(form.account.text)
        let code = form.code.map { codeField($0, phase: form.phase, name: name, keepsHintRow: true) }
        return FormPicture(
            title: words[.resetTitle],
            fields: [accountField(form.account)] + (code.map { [$0] } ?? [])
                + newPasswordFields(form.passwords, label: .newPasswordLabel, policy: policy),
            checkBoxes: [
                FormPicture.CheckBox(id: .endSessions, label: words[.endSessions], isChecked: form.endsSessions)
            ],
            button: button(.resetButtonName, busy: .resetBusy, phase: form.phase),
            isButtonEnabled: form.isComplete(for: policy),
            links: [FormPicture.Link(id: .back, label: words[.backToLoginButtonName])],
            strength: form.passwords.strength?.score)
    }

    /// 8~20 or 8-20, as the language writes it.
    func range(of policy: PasswordPolicy) -> String? {
        policy.maximum.map { words.text(.lengthRange, String(policy.minimum), String($0)) }
    }

    // MARK: - Fields

    private func accountField(_ account: EditBuffer<PlainText>) -> FormPicture.Field {
        FormPicture.Field(
            id: .account, label: words[.accountLabel], shortLabel: words[.accountLabel],
            content: TextField(account, masking: .none), placeholder: words[.accountPlaceholder],
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
            placeholder: words[.passwordAgainPlaceholder])
        if !entry.passwordAgain.isEmpty {
            let isSame = entry.password.bytes.nfc == entry.passwordAgain.bytes.nfc
            again.isValid = isSame
            again.hint = [
                isSame
                    ? FormPicture.Span(text: words[.passwordsSame], style: theme.good)
                    : FormPicture.Span(text: words[.passwordsDiffer], style: theme.faint)
            ]
        }
        return [password, again]
    }

    /// A field for a secret, without rules.
    func field(
        _ id: ElementID, label: Word, _ content: EditBuffer<Secret>, isRevealed: Bool, placeholder: String
    ) -> FormPicture.Field {
        FormPicture.Field(
            id: id, label: words[label],
            shortLabel: words[Self.shortLabel(for: label)],
            content: TextField(content, masking: isRevealed ? .none : .glyph(glyphs.bullet)),
            placeholder: placeholder, value: .length(content.bytes.nfcLength), keepsHintRow: true)
    }

    /// A field for a secret with the service's length rule and the hint on it (L2).
    func passwordField(
        _ id: ElementID, label: Word, _ content: EditBuffer<Secret>, isRevealed: Bool, policy: PasswordPolicy
    ) -> FormPicture.Field {
        let placeholder = range(of: policy).map { words.text(.passwordPlaceholder, $0) }
        var field = field(
            id, label: label, content, isRevealed: isRevealed,
            placeholder: placeholder ?? words[.passwordPlaceholderAny])
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

    private func hint(on name: AccountName) -> FormPicture.Span {
        if let fault = name.fault { return FormPicture.Span(text: words[word(for: fault)], style: theme.bad) }
        let kind: Word =
            switch name.kind {
            case .telephone: .kindTelephone
            case .emailAddress: .kindEmailAddress
            case .normalName: .kindNormalName
            }
        return FormPicture.Span(text: words[kind], style: theme.faint)
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
        func turning(_ word: Word, _ step: Int) -> FormPicture.SubmitButton {
            FormPicture.SubmitButton(name: words[word], label: spinner(step) + " " + words[word])
        }
        return switch phase {
        case .submitting(_, let step): turning(busy, step)
        case .asking(_, let step): turning(.connecting, step)
        default: FormPicture.SubmitButton(name: words[name], label: words[name])
        }
    }

    /// The spinner's picture at a step.
    func spinner(_ step: Int) -> String {
        glyphs.spinner[step % glyphs.spinner.count]
    }
}
