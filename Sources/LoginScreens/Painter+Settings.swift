import Accounts
import LoginFlow
import TerminalCore
import TerminalWidgets

extension Painter {
    /// Draws the settings that the service offers (H3).
    func draw(_ settings: Settings, on canvas: inout Canvas) {
        let items = settings.order.filter { $0 != .logOut && $0 != .back }
        let panel = Panel(rows: (framed: items.count * 2 + 4, bare: items.count + 4), size: canvas.size)
        panel.draw(title: words[.settingsTitle], on: &canvas)
        let origin = panel.inside.origin
        for (index, item) in items.enumerated() {
            canvas.draw(
                FormPicture.Link(id: item, label: name(of: item)),
                row: origin.row + index * (panel.isFramed ? 2 : 1), column: origin.column)
        }
        drawLogOut(button(.logOut, busy: .logOutBusy, phase: settings.phase), in: panel, on: &canvas)
        canvas.draw(
            FormPicture.Link(id: .back, label: .backButtonName), row: panel.lastRow, column: origin.column)
    }

    private func name(of item: ElementID) -> Word {
        switch item {
        case .changePassword: .changePassword
        case .sessions: .sessionsTitle
        default: .logOutEverywhere
        }
    }

    /// Draws the button that logs out, and its spinner while that is under way everywhere.
    private func drawLogOut(_ picture: FormPicture.SubmitButton, in panel: Panel, on canvas: inout Canvas) {
        let (origin, columns) = (panel.inside.origin, panel.inside.size.columns)
        let button = Button(label: picture.label(in: words), isFocused: canvas.focus == .logOut)
        var rect = Rect(row: panel.lastRow - 3, column: origin.column, rows: 3, columns: columns)
        if panel.isFramed {
            button.drawBox(in: &canvas.frame.buffer, rect, theme: theme)
        } else {
            let width = TextLayout.columns(of: Button.inlineText(button.label, padding: 2))
            rect = Rect(
                row: panel.lastRow - 2, column: origin.column + (columns - width) / 2, rows: 1, columns: width)
            button.drawInline(in: &canvas.frame.buffer, at: rect.origin, padding: 2, theme: theme)
        }
        canvas.markFocus(.logOut, row: rect.origin.row + rect.size.rows / 2, column: rect.origin.column - 1)
        canvas.frame.nodes.append(Node(.logOut, role: .button, label: words[picture.name], rect: rect))
    }

    /// What the form for another password shows (H3).
    func picture(of form: PasswordChangeForm, under declaration: ServiceDeclaration) -> FormPicture {
        let policy = declaration.passwordPolicy
        let entry = form.newPassword
        var current = field(
            .currentPassword, label: .currentPasswordLabel, form.currentPassword, isRevealed: entry.isRevealed,
            placeholder: .word(.currentPasswordPlaceholder))
        current.keepsHintRow = false
        return FormPicture(
            title: .changePassword,
            fields: [current] + newPasswordFields(entry, label: .newPasswordLabel, policy: policy),
            button: button(.changeButtonName, busy: .changeBusy, phase: form.phase),
            isButtonEnabled: form.isComplete(for: policy),
            links: [FormPicture.Link(id: .back, label: .backButtonName)], strength: entry.strength?.score)
    }
}
