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
    let userName: @Sendable (UInt32) -> String?

    /// Makes a painter.
    ///
    /// - Parameters:
    ///   - language: the language of the words.
    ///   - isASCII: whether marks are drawn in ASCII (T3, `--ascii`).
    ///   - colorDepth: the colours that may be used.
    ///   - formatTime: writes a moment as local date and time.
    ///   - userName: what this machine calls its user of that number; nil where it knows none.
    public init(
        language: Language, isASCII: Bool, colorDepth: ColorDepth,
        formatTime: @escaping @Sendable (Timestamp) -> String, userName: @escaping @Sendable (UInt32) -> String?
    ) {
        words = Words(language: language)
        glyphs = isASCII ? .ascii : .unicode
        theme = Theme(depth: colorDepth)
        self.formatTime = formatTime
        self.userName = userName
    }

    /// Draws `flow` for a window of `size`.
    ///
    /// - Parameters:
    ///   - flow: the state.
    ///   - size: the window's extent.
    ///   - last: the picture before. Where the state differs from its only by what is typed, no more than that is drawn
    ///     anew.
    /// - Returns: the picture, which is the same whatever was there before.
    public func paint(_ flow: Flow, size: Size, over last: consuming Frame? = nil) -> Frame {
        guard size.columns >= Self.smallestSize.columns, size.rows >= Self.smallestSize.rows else {
            return paintTooSmall(size)
        }
        let sketch = sketch(of: flow)
        if let sketch, let frame = redraw(sketch, over: consume last, size: size) { return frame }
        let isCovered = flow.alert != nil || flow.helpPage != nil || flow.isBusy
        var canvas = makeCanvas(
            Frame(screen: screenName(of: flow.screen), size: size), focus: isCovered ? nil : flow.focus)
        canvas.frame.sketch = sketch
        canvas.frame.focus = flow.focus.rawValue
        if case .sessions(let list, over: _) = flow.screen, list.focus == .session {
            canvas.frame.focus = Node.id(ofSession: list.selection)
        }
        switch flow.screen {
        case .home(let home): draw(home, under: flow.declaration, on: &canvas)
        case .settings(let settings, over: _): draw(settings, on: &canvas)
        case .sessions(let list, over: _): draw(list, on: &canvas)
        case .login, .register, .reset, .picture, .passwordChange:
            if let picture = sketch?.picture ?? formPicture(of: flow) { draw(picture, phase: flow.phase, on: &canvas) }
        }
        if let alert = flow.alert { draw(alert, on: &canvas) }
        if let page = flow.helpPage { drawHelp(page: page, of: flow, on: &canvas) }
        if flow.phase == .announcing, case .login(let login) = flow.screen {
            drawToast(words.text(.autoLoginNotice, login.account.text), on: &canvas)
        } else if let notice = flow.notice {
            drawToast(text(of: notice), on: &canvas)
        }
        let hasHelpPages = canvas.frame.help.map { $0.pages > 1 } ?? false
        drawHelpLine(sketch?.help ?? helpItems(of: flow, hasHelpPages: hasHelpPages), on: &canvas)
        canvas.frame.isBusy = flow.isBusy
        if case .shaking = flow.phase { canvas.frame.isSettled = false }
        return canvas.frame
    }

    /// What `flow` is drawn from, where it is a form that is being edited and nothing lies over it.
    private func sketch(of flow: Flow) -> Sketch? {
        guard case .editing = flow.phase, flow.notice == nil, flow.helpPage == nil, !flow.isLeaving,
            let picture = formPicture(of: flow)
        else { return nil }
        return Sketch(focus: flow.focus, picture: picture, help: helpItems(of: flow))
    }

    /// Draws what was typed since `last`; nil where other things may have changed too.
    private func redraw(_ sketch: Sketch, over last: consuming Frame?, size: Size) -> Frame? {
        guard let old = last?.sketch, last?.buffer.size == size, sketch.focus == old.focus, sketch.help == old.help,
            sketch.picture.hasSameParts(as: old.picture), let frame = consume last
        else { return nil }
        var canvas = makeCanvas(consume frame, focus: sketch.focus)
        if let card = Card(sketch.picture, in: size, shift: 0) {
            card.redraw(on: &canvas, over: old.picture)
        } else {
            CompactCard(sketch.picture, in: size, shift: 0).redraw(on: &canvas, over: old.picture)
        }
        canvas.frame.sketch = sketch
        return canvas.frame
    }

    private func makeCanvas(_ frame: consuming Frame, focus: ElementID?) -> Canvas {
        Canvas(frame: frame, words: words, theme: theme, glyphs: glyphs, focus: focus)
    }

    /// What the open form shows; nil for a screen that is none.
    private func formPicture(of flow: Flow) -> FormPicture? {
        var picture: FormPicture? =
            switch flow.screen {
            case .login(let login): picture(of: login, under: flow.declaration)
            case .register(let form, over: _): picture(of: form, under: flow.declaration)
            case .reset(let form, over: _): picture(of: form, under: flow.declaration)
            case .picture(let form, over: _): picture(of: form)
            case .passwordChange(let form, over: _): picture(of: form, under: flow.declaration)
            case .home, .settings, .sessions: nil
            }
        picture?.isUnencrypted = flow.configuration.isUnencrypted
        return picture
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

    private func draw(_ picture: FormPicture, phase: Phase?, on canvas: inout Canvas) {
        // Document 002 shakes by ten points, which is about two columns.
        let shift = if case .shaking(let step, then: _) = phase { Shake.offsets[step] * 2 } else { 0 }
        if let card = Card(picture, in: canvas.size, shift: shift) {
            card.draw(on: &canvas)
        } else {
            CompactCard(picture, in: canvas.size, shift: shift).draw(on: &canvas)
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
