import LoginFlow

extension KeyBinding {
    /// One row of the help.
    struct HelpRow {
        /// The keys' names.
        let names: String
        /// What they do.
        let word: Word
    }

    /// The rows of the help over `flow`: what the keys do on the open screen, and nothing that they do not (L5).
    static func helpRows(for flow: Flow) -> [HelpRow] {
        all.flatMap { binding -> [HelpRow] in
            guard let word = binding.helpWord(in: flow) else { return [] }
            let row = HelpRow(names: binding.keys.map(\.name).joined(separator: "  "), word: word)
            return [row] + (binding.outsideFields.map { [HelpRow(names: $0.key.name, word: $0.word)] } ?? [])
        }
    }

    /// What the keys do on the open screen of `flow`; nil where they do nothing.
    private func helpWord(in flow: Flow) -> Word? {
        switch (flow.screen, command) {
        case (_, .suspend): flow.configuration.guardsCommand ? nil : word
        case (_, .next), (_, .previous), (_, .activate), (_, .help), (_, .close), (_, .repaint): word
        // On an idle form it does nothing.
        case (.login, .cancel), (.register, .cancel), (.reset, .cancel): .keyCancelCall
        case (.home, .cancel): nil
        case (_, .cancel): .keyBack
        case (.home, .left): .keyPrevious
        case (.home, .right): .keyNext
        case (.sessions, .start): .keyFirst
        case (.sessions, .end): .keyLast
        case (.home, _), (.settings, _), (.sessions, _), (.picture, .reveal): nil
        case (_, .reveal): flow.hasRevealedPassword ? .keyHide : .keyReveal
        default: word
        }
    }
}

extension Flow {
    /// Whether passwords are shown on the open screen (L3).
    var hasRevealedPassword: Bool {
        switch screen {
        case .login(let login): login.isRevealed
        case .register(let form, over: _): form.passwords.isRevealed
        case .reset(let form, over: _): form.passwords.isRevealed
        case .passwordChange(let form, over: _): form.newPassword.isRevealed
        case .picture, .home, .settings, .sessions: false
        }
    }

    /// Whether there is a password on the open screen that can be shown; a remembered one cannot (L3).
    var hasPasswordToReveal: Bool {
        switch screen {
        case .login(let login): !login.password.isEmpty
        case .register(let form, over: _): !form.passwords.isEmpty
        case .reset(let form, over: _): !form.passwords.isEmpty
        case .passwordChange(let form, over: _): !form.currentPassword.isEmpty || !form.newPassword.isEmpty
        case .picture, .home, .settings, .sessions: false
        }
    }
}
