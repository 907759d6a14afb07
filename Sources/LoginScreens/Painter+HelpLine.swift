import LoginFlow
import TerminalCore
import TerminalWidgets

extension Painter {
    /// Draws the last row: what the keys do just now; the rightmost items go first when it is too narrow (section 2).
    func drawHelpLine(_ items: [HelpItem], on canvas: inout Canvas) {
        let row = canvas.size.rows - 1
        var column = 1
        for item in items {
            let (name, text) = (KeyBinding.keyName(for: item.command), words[item.word])
            let nameColumns = TextLayout.columns(of: name)
            let columns = nameColumns + 1 + TextLayout.columns(of: text)
            guard column + columns <= canvas.size.columns else { return }
            canvas.write(name, row: row, column: column, style: theme.strong)
            canvas.write(text, row: row, column: column + nameColumns + 1)
            column += columns + 2
        }
    }

    /// What the help line tells of; `hasHelpPages` says whether the help, where it is open, has more than one page.
    func helpItems(of flow: Flow, hasHelpPages: Bool = false) -> [HelpItem] {
        let leave = HelpItem(.close, .keyClose)
        if flow.isLeaving { return [leave] }
        if flow.helpPage != nil {
            return (hasHelpPages ? [HelpItem(.next, .keyTurnPage)] : []) + [HelpItem(.cancel, .keyBack), leave]
        }
        if flow.isBusy { return [HelpItem(.cancel, .keyCancel), leave] }
        if let alert = flow.alert {
            let choose = alert.buttons.count > 1 ? [HelpItem(.next, .keyChoose)] : []
            return choose + [HelpItem(.activate, .keyPress), HelpItem(.cancel, .keyBack), leave]
        }
        let next = HelpItem(.next, .keyNext), back = HelpItem(.cancel, .keyBack)
        let help = [HelpItem(.help, .keyHelp), leave]
        let reveal =
            flow.hasRevealedPassword
            ? [HelpItem(.reveal, .keyHide)] : flow.hasPasswordToReveal ? [HelpItem(.reveal, .keyReveal)] : []
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
            return [next, HelpItem(.activate, form.focus == .captcha ? .ok : .keyPress), back] + help
        case .home(let home):
            return [next, HelpItem(.activate, home.focus == .settings ? .settingsTitle : .logOut)] + help
        case .settings: return [next, HelpItem(.activate, .keyPress), back] + help
        case .sessions(let list, over: _):
            return [next, HelpItem(.activate, list.focus == .session ? .endSession : .keyPress), back] + help
        case .passwordChange(let form, over: _):
            return formItems(.changeButtonName, focus: form.focus, last: .passwordAgain) + reveal + [back] + help
        }
    }

    private func formItems(_ submit: Word, focus: ElementID, last: ElementID) -> [HelpItem] {
        let enter: Word =
            switch focus.role {
            case .textBox: focus == last ? submit : .keyNext
            case .checkBox: .keyToggle
            case .button, .link, .meter, .listItem: focus == .submit ? submit : .keyPress
            }
        return [HelpItem(.next, .keyNext), HelpItem(.activate, enter)]
    }
}

/// What a key does just now, as the help line tells it.
struct HelpItem: Equatable {
    let command: Command
    let word: Word

    /// Tells that the key of `command` does what `word` says.
    init(_ command: Command, _ word: Word) {
        (self.command, self.word) = (command, word)
    }
}
