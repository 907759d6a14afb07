import Accounts
import LoginFlow
import TerminalCore
import TerminalWidgets

/// Turns the state into a picture; a function of the state, the window's size and what is set here.
public struct Painter: Sendable {
    /// The smallest window that a form fits in (T2).
    public static let smallestSize = Size(columns: 40, rows: 12)

    let words: Words
    let glyphs: Glyphs
    let theme: Theme
    let formatTime: @Sendable (Timestamp) -> String

    /// Makes a painter.
    ///
    /// - Parameters:
    ///   - language: the language of the words.
    ///   - isASCII: whether marks are drawn in ASCII (T3, `--ascii`).
    ///   - colorDepth: the colours that may be used.
    ///   - formatTime: writes a moment as local date and time.
    public init(
        language: Language, isASCII: Bool, colorDepth: ColorDepth,
        formatTime: @escaping @Sendable (Timestamp) -> String
    ) {
        words = Words(language: language)
        glyphs = isASCII ? .ascii : .unicode
        theme = Theme(depth: colorDepth)
        self.formatTime = formatTime
    }

    /// Draws `flow` for a window of `size`.
    public func paint(_ flow: Flow, size: Size) -> Frame {
        guard size.columns >= Self.smallestSize.columns, size.rows >= Self.smallestSize.rows else {
            return paintTooSmall(size)
        }
        let isCovered = flow.alert != nil || flow.helpPage != nil || flow.isBusy
        var canvas = Canvas(
            frame: Frame(screen: screenName(of: flow.screen), size: size), theme: theme, glyphs: glyphs,
            focus: isCovered ? nil : flow.focus)
        canvas.frame.focus = flow.focus.rawValue
        if case .sessions(let list, over: _) = flow.screen, list.focus == .session {
            canvas.frame.focus = Node.id(ofSession: list.selection)
        }
        switch flow.screen {
        case .login(let login):
            draw(picture(of: login, under: flow.declaration), phase: login.phase, on: &canvas)
        case .register(let form, over: _):
            draw(picture(of: form, under: flow.declaration), phase: form.phase, on: &canvas)
        case .reset(let form, over: _):
            draw(picture(of: form, under: flow.declaration), phase: form.phase, on: &canvas)
        case .picture(let form, over: _): draw(picture(of: form), phase: form.phase, on: &canvas)
        case .home(let home): draw(home, under: flow.declaration, on: &canvas)
        case .settings(let settings, over: _): draw(settings, on: &canvas)
        case .sessions(let list, over: _): draw(list, on: &canvas)
        case .passwordChange(let form, over: _):
            draw(picture(of: form, under: flow.declaration), phase: form.phase, on: &canvas)
        }
        if let alert = flow.alert { draw(alert, on: &canvas) }
        if let page = flow.helpPage { drawHelp(page: page, of: flow, on: &canvas) }
        if flow.phase == .announcing, case .login(let login) = flow.screen {
            drawToast(words.text(.autoLoginNotice, login.account.text), on: &canvas)
        } else if let notice = flow.notice {
            drawToast(text(of: notice), on: &canvas)
        }
        drawHelpLine(of: flow, on: &canvas)
        canvas.frame.isBusy = flow.isBusy
        if case .shaking = flow.phase { canvas.frame.isSettled = false }
        return canvas.frame
    }

    private func screenName(of screen: Flow.Screen) -> String {
        switch screen {
        case .login: "login"
        case .register: "register"
        case .reset: "reset"
        case .picture: "captcha"
        case .home: "home"
        case .settings: "settings"
        case .sessions: "sessions"
        case .passwordChange: "change-password"
        }
    }

    private func draw(_ picture: FormPicture, phase: Phase, on canvas: inout Canvas) {
        // Document 002 shakes by ten points, which is about two columns.
        let shift = if case .shaking(let step, then: _) = phase { Shake.offsets[step] * 2 } else { 0 }
        let card = Card(picture: picture)
        if card.fits(canvas.size) {
            card.draw(on: &canvas, shift: shift)
        } else {
            CompactCard(picture: picture).draw(on: &canvas, shift: shift)
        }
    }

    private func paintTooSmall(_ size: Size) -> Frame {
        var frame = Frame(screen: "too-small", size: size)
        let lines = [words[.tooSmall], words[.tooSmallDetail]].flatMap {
            TextLayout.wrapped($0, to: max(1, size.columns))
        }
        let top = max(0, (size.rows - lines.count) / 2)
        for (index, line) in lines.enumerated() {
            frame.buffer.writeCentered(line, at: Position(row: top + index, column: 0), columns: size.columns)
        }
        return frame
    }
}
