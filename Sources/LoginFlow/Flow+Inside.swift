import Accounts

/// The ways between the screens of somebody who is logged in, and out of them (H2 to H5).
extension Flow {
    /// Where somebody was when the session ended (H5).
    struct Interruption: Equatable {
        /// Who it was.
        let user: User
        /// Where.
        let place: Place

        /// Whether `other` is the same person: by the service's number, where it tells one.
        func isOf(_ other: User) -> Bool {
            guard let id = user.id, let otherID = other.id else { return user.account == other.account }
            return id == otherID
        }
    }

    /// The screens of somebody who is logged in.
    enum Place: Equatable {
        case home, settings, sessions, passwordChange
    }

    /// Whether one of them is open.
    var isInside: Bool { screen.login == nil }

    /// Which of them is open; home where none is.
    var place: Place {
        switch screen {
        case .login, .register, .reset, .picture, .home: .home
        case .settings: .settings
        case .sessions: .sessions
        case .passwordChange: .passwordChange
        }
    }

    /// Opens home, or the screen that the same person was on when the session ended (H5).
    mutating func enter(_ session: Session) -> [Effect] {
        if let login = screen.login { latestLogin = login.emptied() }
        defer { interruption = nil }
        let place = interruption.flatMap { $0.isOf(session.user) ? $0.place : nil } ?? .home
        return open(place, over: Home(session: session))
    }

    /// Remembers the login that opened `session`, or what was remembered goes (section 3).
    func remember(_ session: Session) -> [Effect] {
        guard configuration.canRemember else { return [] }
        switch screen {
        case .register(let form, over: let login):
            let (account, password) = (form.account.text, form.passwords.password.bytes)
            return [.remember(login.memoryChange(for: session, account: account, password: password))]
        default: return screen.login.map { [.remember($0.memoryChange(for: session))] } ?? []
        }
    }

    /// Replaces the whole stack with login; the account stays, and the boxes (H4, L11).
    mutating func goOut(of session: Session) -> [Effect] {
        let closing = close()
        interruption = nil
        // What is said about it stands on the login, not under the help.
        helpPage = nil
        screen = .login(latestLogin.emptied(account: session.user.account))
        return closing + (configuration.canRemember ? [.remember(.forgetLogin)] : [])
    }

    /// Goes from one screen of somebody who is logged in to another.
    mutating func turn(_ transition: Reaction.Transition) -> [Effect] {
        let closing = close()
        switch (transition, screen) {
        case (.settings, .home(let home)):
            return closing + open(.settings, over: home)
        case (.sessions, .settings(_, over: let home)):
            return closing + open(.sessions, over: home)
        case (.passwordChange, .settings(_, over: let home)):
            return closing + open(.passwordChange, over: home)
        case (.back, .settings(_, over: let home)):
            return closing + open(.home, over: home)
        case (.back, .sessions(_, over: let home)):
            return closing + open(.settings, over: home, focus: .sessions)
        case (.back, .passwordChange(_, over: let home)):
            return closing + open(.settings, over: home, focus: .changePassword)
        default: return closing
        }
    }

    private mutating func open(
        _ place: Place, over home: Home, focus: ElementID? = nil
    ) -> [Effect] {
        let session = home.session
        switch place {
        case .home:
            var home = home
            defer { screen = .home(home) }
            return home.open(in: &context)
        case .settings:
            screen = .settings(
                Settings(session: session, calls: context.declaration.calls, focus: focus), over: home)
            return []
        case .sessions:
            var list = SessionList(session: session)
            defer { screen = .sessions(list, over: home) }
            return list.open(in: &context)
        case .passwordChange:
            screen = .passwordChange(PasswordChangeForm(session: session), over: home)
            return []
        }
    }

    /// Ends what the open screen has going on in the background.
    private mutating func close() -> [Effect] {
        switch screen {
        case .home(var home):
            defer { screen = .home(home) }
            return home.close()
        case .sessions(let list, over: _): return list.close()
        case .login, .register, .reset, .picture, .settings, .passwordChange: return []
        }
    }
}

extension Flow.Screen {
    /// The login that is open, or lies beneath; nil for the screens of somebody who is logged in.
    fileprivate var login: Login? {
        switch self {
        case .login(let login), .register(_, over: let login), .reset(_, over: let login): login
        case .picture(_, over: let below): below.login
        case .home, .settings, .sessions, .passwordChange: nil
        }
    }
}
