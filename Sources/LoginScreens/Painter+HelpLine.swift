import LoginFlow
import TerminalCore
import TerminalWidgets

extension Painter {
    /// Draws the last row: what the keys do just now; the rightmost items go first when it is too narrow.
    func drawHelpLine(of flow: Flow, on canvas: inout Canvas) {
        let row = canvas.size.rows - 1
        var column = 1
        for (command, word) in helpItems(of: flow) {
            let (name, text) = (KeyBinding.keyName(for: command), words[word])
            let textColumn = column + TextLayout.columns(of: name) + 1
            let end = textColumn + TextLayout.columns(of: text)
            guard end <= canvas.size.columns else { return }
            canvas.write(name, row: row, column: column, style: theme.strong)
            canvas.write(text, row: row, column: textColumn)
            column = end + 2
        }
    }

    private func helpItems(of flow: Flow) -> [(Command, Word)] {
        let leave = (Command.close, Word.keyClose)
        if flow.helpPage != nil { return [(.next, .keyTurnPage), (.cancel, .keyBack), leave] }
        if flow.isBusy { return [(.cancel, .keyCancel), leave] }
        if let alert = flow.alert {
            let choose = alert.buttons.count > 1 ? [(Command.next, Word.keyChoose)] : []
            return choose + [(.activate, .keyPress), (.cancel, .keyBack), leave]
        }
        let help = [(Command.help, Word.keyHelp), leave]
        switch flow.screen {
        case .login(let login):
            return formItems(.loginButtonName, focus: login.focus, last: .password, isRevealed: login.isRevealed) + help
        case .register(let form, over: _):
            return formItems(
                .registerButtonName, focus: form.focus, last: .passwordAgain, isRevealed: form.isRevealed) + help
        case .home: return [(.activate, .logOut)] + help
        }
    }

    private func formItems(
        _ submit: Word, focus: ElementID, last: ElementID, isRevealed: Bool
    ) -> [(Command, Word)] {
        let enter: Word =
            switch focus.role {
            case .textBox: focus == last ? submit : .keyNext
            case .checkBox: .keyToggle
            case .button, .link, .meter: focus == .submit ? submit : .keyPress
            }
        return [(.next, .keyNext), (.activate, enter), (.reveal, isRevealed ? .keyHide : .keyReveal)]
    }
}
