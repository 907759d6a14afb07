import Accounts
import LoginFlow
import TerminalWidgets

extension Painter {
    /// The field for a code from a message, with the button that has one sent (A4, L10).
    func codeField(
        _ entry: CodeEntry, phase: Phase, name: AccountName?, keepsHintRow: Bool
    ) -> FormPicture.Field {
        let isMessage = entry.purpose == .logIn && name?.kind == .telephone
        let placeholder: Word = isMessage ? .codePlaceholderMessage : .codePlaceholder
        var field = FormPicture.Field(
            id: .code, label: .codeLabel, shortLabel: .codeLabelShort,
            content: TextField(entry.text, masking: .none),
            placeholder: .number(placeholder, entry.purpose.digitCount),
            shortPlaceholder: isMessage ? .number(.codePlaceholderMessageShort, entry.purpose.digitCount) : nil,
            value: .length(entry.text.bytes.nfcLength), keepsHintRow: keepsHintRow)
        if !entry.text.isEmpty {
            field.isValid = (try? OneTimeCode(entry.text.bytes, for: entry.purpose)) != nil
        }
        if let delivery = entry.delivery {
            field.hint = [FormPicture.Span(text: hint(on: delivery), style: theme.faint)]
        }
        field.button = getCodeButton(entry, phase: phase)
        return field
    }

    private func getCodeButton(_ entry: CodeEntry, phase: Phase) -> FormPicture.FieldButton {
        let (delay, isEnabled) = (String(entry.delay), entry.delay == 0)
        if case .fetching(_, let step) = phase {
            let label = spinner(step) + " " + words[.codeSending]
            return FormPicture.FieldButton(id: .getCode, label: label, isEnabled: isEnabled)
        }
        guard !isEnabled else { return FormPicture.FieldButton(id: .getCode, label: words[.getCode], isEnabled: true) }
        return FormPicture.FieldButton(
            id: .getCode, label: words.text(.getCodeIn, delay), shortLabel: words.text(.getCodeInShort, delay),
            isEnabled: false)
    }

    private func hint(on delivery: CodeEntry.Delivery) -> String {
        let masked = delivery.name.masked
        switch (delivery.route, delivery.isCertain) {
        case (.message, true): return words.text(.codeSentTo, masked ?? delivery.name.text)
        case (.message, false):
            return masked.map { words.text(.codeSentIfTaken, $0) } ?? words[.codeSentIfKnown]
        case (.directory(let path), true): return words.text(.codeWrittenTo, path)
        case (.directory(let path), false): return words.text(.codeWrittenIfKnown, path)
        }
    }

    /// What the card with a picture shows (A5).
    func picture(of form: PictureForm) -> FormPicture {
        var field = FormPicture.Field(
            id: .captcha, label: .captchaTitle, shortLabel: .captchaLabelShort,
            content: TextField(form.text, masking: .none), placeholder: .word(.captchaPlaceholder),
            shortPlaceholder: .word(.captchaPlaceholderShort), value: .length(form.text.bytes.nfcLength))
        field.button = FormPicture.FieldButton(id: .newPicture, label: words[.newPicture], isEnabled: true)
        var submit = button(.ok, busy: .captchaBusy, phase: form.phase)
        if case .fetching(_, let step) = form.phase {
            submit = FormPicture.SubmitButton(name: .pictureBusy, spinner: spinner(step))
        }
        let back = FormPicture.Link(id: .back, label: .backButtonName)
        let useCode = FormPicture.Link(id: .useCode, label: .useCode)
        return FormPicture(
            title: .captchaTitle, image: .shown(form.challenge?.picture), fields: [field], button: submit,
            isButtonEnabled: form.isComplete, links: form.acceptsCode ? [back, useCode] : [back])
    }
}
