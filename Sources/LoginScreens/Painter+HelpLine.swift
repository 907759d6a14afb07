import LoginFlow
import TerminalCore
import TerminalWidgets

extension Painter {
    /// Draws the last row: what the keys do just now; the rightmost items go first when it is too narrow (section 2).
    func drawHelpLine(of flow: Flow, on canvas: inout Canvas) {
        let row = canvas.size.rows - 1
        var column = 1
        for (command, word) in helpItems(of: flow, hasHelpPages: canvas.frame.help.map { $0.pages > 1 } ?? false) {
            let (name, text) = (KeyBinding.keyName(for: command), words[word])
            let nameColumns = TextLayout.columns(of: name)
            let columns = nameColumns + 1 + TextLayout.columns(of: text)
            guard column + columns <= canvas.size.columns else { return }
            canvas.write(name, row: row, column: column, style: theme.strong)
            canvas.write(text, row: row, column: column + nameColumns + 1)
            column += columns + 2
        }
    }

    private func helpItems(of flow: Flow, hasHelpPages: Bool) -> [(Command, Word)] {
        let leave = (Command.close, Word.keyClose)
        if flow.isLeaving { return [leave] }
        if flow.helpPage != nil {
            return (hasHelpPages ? [(.next, .keyTurnPage)] : []) + [(.cancel, .keyBack), leave]
        }
        if flow.isBusy { return [(.cancel, .keyCancel), leave] }
        if let alert = flow.alert {
            let choose = alert.buttons.count > 1 ? [(Command.next, Word.keyChoose)] : []
            return choose + [(.activate, .keyPress), (.cancel, .keyBack), leave]
        }
        let help = [(Command.help, Word.keyHelp), leave]
        let reveal: [(Command, Word)] =
            flow.hasRevealedPassword
            ? [(.reveal, .keyHide)] : flow.hasPasswordToReveal ? [(.reveal, .keyReveal)] : []
        switch flow.screen {
        case .login(let login):
            return formItems(.loginButtonName, focus: login.focus, last: login.code == nil ? .password : .code)
                + reveal + help
        case .register(let form, over: _):
            return formItems(.registerButtonName, focus: form.focus, last: form.code == nil ? .passwordAgain : .code)
                + reveal + help
        case .reset(let form, over: _):
            return formItems(.resetButtonName, focus: form.focus, last: .passwordAgain) + reveal + help
        case .picture(let form, over: _):
            return [(.next, .keyNext), (.activate, form.focus == .captcha ? .ok : .keyPress), (.cancel, .keyBack)]
                + help
        case .home(let home):
            return [(.next, .keyNext), (.activate, home.focus == .settings ? .settingsTitle : .logOut)] + help
        case .settings: return [(.next, .keyNext), (.activate, .keyPress), (.cancel, .keyBack)] + help
        case .sessions(let list, over: _):
            let enter: Word = list.focus == .session ? .endSession : .keyPress
            return [(.next, .keyNext), (.activate, enter), (.cancel, .keyBack)] + help
        case .passwordChange(let form, over: _):
            return formItems(.changeButtonName, focus: form.focus, last: .passwordAgain) + reveal
                + [(.cancel, .keyBack)] + help
        }
    }

    private func formItems(_ submit: Word, focus: ElementID, last: ElementID) -> [(Command, Word)] {
        let enter: Word =
            switch focus.role {
            case .textBox: focus == last ? submit : .keyNext
            case .checkBox: .keyToggle
            case .button, .link, .meter, .listItem: focus == .submit ? submit : .keyPress
            }
        return [(.next, .keyNext), (.activate, enter)]
    }
}
