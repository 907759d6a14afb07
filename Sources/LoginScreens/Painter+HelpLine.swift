import LoginFlow
import TerminalCore
import TerminalWidgets

extension Painter {
    /// Draws the last row: what the keys do just now; the rightmost items go first when it is too narrow.
    ///
    /// Where not all have room, those that nobody can do without come before the others.
    func drawHelpLine(_ items: [HelpItem], on canvas: inout Canvas) {
        let row = canvas.size.rows - 1
        var column = 1
        var items = items.map {
            (command: $0.command, name: KeyBinding.keyName(for: $0.command), word: words[$0.word])
        }
        func columns(of item: (command: Command, name: String, word: String)) -> Int {
            TextLayout.columns(of: item.name) + 1 + TextLayout.columns(of: item.word)
        }
        if items.reduce(column - 2, { $0 + columns(of: $1) + 2 }) > canvas.size.columns {
            let vital: Set<Command> = [.activate, .help, .close]
            items = items.filter { vital.contains($0.command) } + items.filter { !vital.contains($0.command) }
        }
        for item in items {
            guard column + columns(of: item) <= canvas.size.columns else { return }
            canvas.write(item.name, row: row, column: column, style: theme.strong)
            canvas.write(item.word, row: row, column: column + TextLayout.columns(of: item.name) + 1)
            column += columns(of: item) + 2
        }
    }

    /// What the help line tells of.
    func helpItems(of flow: Flow) -> [HelpItem] {
        let leave = HelpItem(.close, .keyClose)
        if flow.isLeaving { return [leave] }
        if flow.helpPage != nil { return [HelpItem(.next, .keyTurnPage), HelpItem(.cancel, .keyBack), leave] }
        if flow.isBusy { return [HelpItem(.cancel, .keyCancel), leave] }
        if let alert = flow.alert {
            let choose = alert.buttons.count > 1 ? [HelpItem(.next, .keyChoose)] : []
            return choose + [HelpItem(.activate, .keyPress), HelpItem(.cancel, .keyBack), leave]
        }
        let help = [HelpItem(.help, .keyHelp), leave]
        switch flow.screen {
        case .login(let login):
            return formItems(
                .loginButtonName, focus: login.focus, last: login.code == nil ? .password : .code,
                isRevealed: login.isRevealed) + help
        case .register(let form, over: _):
            return formItems(
                .registerButtonName, focus: form.focus, last: form.code == nil ? .passwordAgain : .code,
                isRevealed: form.passwords.isRevealed) + help
        case .reset(let form, over: _):
            return formItems(
                .resetButtonName, focus: form.focus, last: .passwordAgain, isRevealed: form.passwords.isRevealed)
                + help
        case .picture(let form, over: _):
            return [
                HelpItem(.next, .keyNext), HelpItem(.activate, form.focus == .captcha ? .ok : .keyPress),
                HelpItem(.cancel, .keyBack),
            ]
                + help
        case .home(let home):
            return [HelpItem(.next, .keyNext), HelpItem(.activate, home.focus == .settings ? .settingsTitle : .logOut)]
                + help
        case .settings:
            return [HelpItem(.next, .keyNext), HelpItem(.activate, .keyPress), HelpItem(.cancel, .keyBack)] + help
        case .sessions(let list, over: _):
            let enter: Word = list.focus == .session ? .endSession : .keyPress
            return [HelpItem(.next, .keyNext), HelpItem(.activate, enter), HelpItem(.cancel, .keyBack)] + help
        case .passwordChange(let form, over: _):
            let items = formItems(
                .changeButtonName, focus: form.focus, last: .passwordAgain, isRevealed: form.newPassword.isRevealed)
            return items + [HelpItem(.cancel, .keyBack)] + help
        }
    }

    private func formItems(
        _ submit: Word, focus: ElementID, last: ElementID, isRevealed: Bool
    ) -> [HelpItem] {
        let enter: Word =
            switch focus.role {
            case .textBox: focus == last ? submit : .keyNext
            case .checkBox: .keyToggle
            case .button, .link, .meter, .listItem: focus == .submit ? submit : .keyPress
            }
        return [
            HelpItem(.next, .keyNext), HelpItem(.activate, enter),
            HelpItem(.reveal, isRevealed ? .keyHide : .keyReveal),
        ]
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
