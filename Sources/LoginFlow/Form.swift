import Accounts
import Text

/// What a form cannot know by itself.
struct FormContext {
    /// What the service offers and asks for.
    let declaration: ServiceDeclaration
    /// Whether the service has said so; what depends on it has to wait until it has.
    let isDeclared: Bool
    /// No shake, no spinner movement.
    let reducesMotion: Bool
    /// The number that the next call gets; a call that is made takes it.
    var nextCall: Int

    /// Takes the number of a new call.
    mutating func makeCall() -> CallID {
        defer { nextCall += 1 }
        return CallID(number: nextCall)
    }
}

/// What a screen wants done after an event.
struct Reaction {
    /// Effects, in their order.
    var effects: [Effect] = []
    /// The screen to go to.
    var transition: Transition?
    /// What to say beside the form.
    var notice: Notice?

    /// Ways from one screen to another.
    enum Transition {
        /// To registration, the account filled in (L9).
        case registration(account: String)
        /// To a new password, the account filled in (H7).
        case passwordReset(account: String)
        /// Back to the form beneath.
        case back
        /// Back to the login, since the new password holds (H7).
        case passwordWasReset(account: String)
        /// To a picture that has to be read before the call is made (A5).
        case picture(for: Effect.Call, acceptsCode: Bool)
        /// Back from the picture, with what the call came to.
        case pictureAnswered(Effect.Call, Answer)
        /// Back from the picture, to a code instead of it (A5).
        case codeInstead
        /// In.
        case entered(Session)
        /// Out again (H4).
        case loggedOut(Session)
        /// Out everywhere, as the service has confirmed (H3).
        case loggedOutEverywhere(Session)
        /// Out, because the session has ended elsewhere (H5).
        case sessionEnded(Session)
        /// From home to the settings, or from there to what they lead to (H3).
        case settings, sessions, passwordChange
    }
}

/// A screen of fields that are filled in and sent; its behaviour on keys is the same for all (L4 to L8, L13).
protocol Form {
    /// What it is doing.
    var phase: Phase { get set }
    /// The element that keys go to.
    var focus: ElementID { get set }
    /// The elements that take the focus, in order (L5).
    var order: [ElementID] { get }

    /// The field for a code from a message, where there is one.
    var code: CodeEntry? { get set }
    /// The account, as typed.
    var accountText: String { get }
    /// Whether a picture has to be read before the form is sent, and whether a code would do instead; nil where none.
    var picture: PictureTerms? { get }

    /// Changes the text of the focused field.
    mutating func edit(_ edit: Edit) -> EditRefusal?
    /// What a change of a field calls for.
    mutating func followUp(in context: inout FormContext) -> [Effect]
    /// Toggles a check box.
    mutating func toggle(_ box: ElementID)
    /// Shows or hides the passwords (L3).
    mutating func toggleReveal()
    /// Presses a button or a link other than the one that submits.
    mutating func press(_ element: ElementID, in context: inout FormContext) -> Reaction
    /// The call that sends the form, or the alert that says why it cannot be sent (L6).
    func makeCall(in context: FormContext) throws(Incomplete) -> Effect.Call
    /// Takes the answer to the call; the form is being edited again.
    mutating func receive(_ answer: Answer, in context: inout FormContext) -> Reaction
    /// Takes what became of asking for a code or a picture; the form is being edited again.
    mutating func receiveFetched(_ answer: Answer, in context: inout FormContext) -> Reaction
    /// Takes Escape while nothing is under way (L5).
    mutating func cancel() -> Reaction
    /// Takes the press of an alert's button; the form is being edited again.
    mutating func close(_ alert: Alert, with button: Alert.Button, in context: inout FormContext) -> Reaction
}

/// Under which terms a picture is to be read (A5).
struct PictureTerms: Equatable {
    /// Whether a code from a message would do instead.
    let acceptsCode: Bool
}

/// Why a form cannot be sent.
struct Incomplete: Error {
    /// What to say.
    let alert: Alert
}

extension Form {
    /// Nothing more.
    mutating func followUp(in context: inout FormContext) -> [Effect] { [] }

    /// None.
    var picture: PictureTerms? { nil }

    /// None, and none can be put there.
    var code: CodeEntry? {
        get { nil }
        set {}
    }

    /// None.
    var accountText: String { "" }

    /// Nothing.
    mutating func cancel() -> Reaction { Reaction() }

    /// Takes one event.
    mutating func handle(_ event: Event, in context: inout FormContext) -> Reaction {
        // Seconds pass whatever the form is doing.
        if event == .timerFired(.resend) { return Reaction(effects: code?.tick() ?? []) }
        switch phase {
        case .announcing: return announce(event, in: &context)
        case .editing: return edit(event, in: &context)
        case .submitting(let call, let step), .fetching(let call, let step), .asking(let call, let step):
            return wait(event, for: call, spinnerStep: step, in: &context)
        case .shaking(let step, let alert): return shake(event, step: step, then: alert, in: &context)
        case .alerting(let alert): return answer(alert, event, in: &context)
        }
    }

    /// Opens `alert`, after a shake unless motion is reduced (L6, L7, L9).
    mutating func shake(then alert: Alert, in context: FormContext) -> Reaction {
        guard !context.reducesMotion else {
            phase = .alerting(alert)
            return Reaction()
        }
        phase = .shaking(step: 0, then: alert)
        return Reaction(effects: [.schedule(.shake, after: Shake.stepDuration)])
    }

    // MARK: - Editing

    private mutating func edit(_ event: Event, in context: inout FormContext) -> Reaction {
        switch event {
        case .typed(" ") where focus.role != .textBox: return press(in: &context)
        case .typed(let scalar): return change(.insert(scalar), in: &context)
        case .pasted(let text, let isTruncated): return change(.paste(text, isTruncated: isTruncated), in: &context)
        case .malformedInputReceived: return Reaction(notice: .malformedInput)
        case .clicked(.element(let element)):
            guard order.contains(element) else { return Reaction() }
            focus = element
            return element.role == .textBox ? Reaction() : press(in: &context)
        case .pressed(.next): moveFocus(by: 1)
        case .pressed(.previous): moveFocus(by: -1)
        case .pressed(.activate): return focus.role == .textBox ? advance(in: &context) : press(in: &context)
        case .pressed(.reveal): toggleReveal()
        case .pressed(.cancel): return cancel()
        case .pressed(let command):
            if let edit = Edit(command) { return change(edit, in: &context) }
        case .clicked, .pasteUnfinished, .timerFired, .answered, .estimated, .remarked: break
        }
        return Reaction()
    }

    private mutating func change(_ change: Edit, in context: inout FormContext) -> Reaction {
        guard focus.role == .textBox else { return Reaction() }
        if let refusal = edit(change) { return Reaction(notice: .refused(refusal)) }
        return Reaction(effects: followUp(in: &context))
    }

    private mutating func moveFocus(by step: Int) {
        guard let index = order.firstIndex(of: focus) else { return }
        focus = order[(index + step + order.count) % order.count]
    }

    /// Enter in a field: Next, or in the last one Done (L5).
    private mutating func advance(in context: inout FormContext) -> Reaction {
        let later = order.drop { $0 != focus }.dropFirst()
        guard let next = later.first(where: { $0.role == .textBox }) else { return submit(in: &context) }
        focus = next
        return Reaction()
    }

    private mutating func press(in context: inout FormContext) -> Reaction {
        switch focus.role {
        case .checkBox: toggle(focus)
        case .button where focus == .submit: return submit(in: &context)
        case .button where focus == .getCode: return requestCode(in: &context)
        case .button, .link, .listItem: return press(focus, in: &context)
        case .textBox, .meter: break
        }
        return Reaction()
    }

    /// Sends the form, or says why it cannot be sent.
    mutating func submit(in context: inout FormContext) -> Reaction {
        guard context.isDeclared else { return ask(in: &context) }
        do throws(Incomplete) {
            let call = try makeCall(in: context)
            if let picture { return Reaction(transition: .picture(for: call, acceptsCode: picture.acceptsCode)) }
            let id = context.makeCall()
            phase = .submitting(id, spinnerStep: 0)
            return Reaction(effects: [.call(id, call)] + spin(in: context))
        } catch {
            return shake(then: error.alert, in: context)
        }
    }

    /// Asks for a code to be sent to the account that is typed (A4).
    private mutating func requestCode(in context: inout FormContext) -> Reaction {
        guard let code else { return Reaction() }
        guard code.delay == 0 else { return Reaction(notice: .serviceFailed(.codeTooSoon(seconds: code.delay))) }
        guard let name = AccountName(accountText) else {
            return shake(then: Alert(.verificationFailed, .accountMissing), in: context)
        }
        return fetch(.requestCode(CodeRequest(name: name, purpose: code.purpose)), in: &context)
    }

    /// Makes a call whose answer goes to ``receiveFetched(_:in:)``.
    mutating func fetch(_ call: Effect.Call, in context: inout FormContext) -> Reaction {
        let id = context.makeCall()
        phase = .fetching(id, spinnerStep: 0)
        return Reaction(effects: [.call(id, call)] + spin(in: context))
    }

    /// Asks what the service offers, before what the focus is on is pressed or sent.
    mutating func ask(in context: inout FormContext) -> Reaction {
        let id = context.makeCall()
        phase = .asking(id, spinnerStep: 0)
        return Reaction(effects: [.call(id, .declare)] + spin(in: context))
    }

    /// Takes what the service offers, and does what had to wait for it; nothing could move the focus meanwhile.
    private mutating func receiveDeclaration(_ answer: Answer, in context: inout FormContext) -> Reaction {
        switch answer {
        case .declared: focus.role == .textBox ? submit(in: &context) : press(in: &context)
        case .failed(let error): Reaction(notice: .serviceFailed(error))
        default: Reaction()
        }
    }

    /// Sets the spinner in motion, where things may move.
    private func spin(in context: FormContext) -> [Effect] {
        context.reducesMotion ? [] : [.schedule(.spinner, after: Spinner.stepDuration)]
    }

    /// Takes what a call came to that had to wait for a picture.
    mutating func receive(_ answer: Answer, to call: Effect.Call, in context: inout FormContext) -> Reaction {
        if case .requestCode = call { return receiveFetched(answer, in: &context) }
        return receive(answer, in: &context)
    }

    /// Takes what became of asking for a code.
    mutating func receiveFetched(_ answer: Answer, in context: inout FormContext) -> Reaction {
        guard let purpose = code?.purpose, let name = AccountName(accountText) else { return Reaction() }
        switch answer {
        case .codeSent(let dispatch):
            focus = .code
            let effects = code?.note(dispatch, to: name, under: context.declaration) ?? []
            return Reaction(effects: effects, notice: code?.delivery.map(Notice.codeSent))
        case .failed(.codeTooSoon(let seconds)):
            let effects = code?.wait(seconds) ?? []
            return Reaction(effects: effects, notice: .serviceFailed(.codeTooSoon(seconds: seconds)))
        case .failed(.challengeRequired(.captcha)):
            let request = CodeRequest(name: name, purpose: purpose)
            return Reaction(transition: .picture(for: .requestCode(request), acceptsCode: false))
        default: return receive(answer, in: &context)
        }
    }

    // MARK: - Announcing, waiting, shaking, alerting

    /// The notice that any key stops; the key does nothing else (H1).
    private mutating func announce(_ event: Event, in context: inout FormContext) -> Reaction {
        guard event == .timerFired(.autoLogin) || event.isFromPerson else { return Reaction() }
        phase = .editing
        return event.isFromPerson ? Reaction() : submit(in: &context)
    }

    private mutating func wait(
        _ event: Event, for call: CallID, spinnerStep step: Int, in context: inout FormContext
    ) -> Reaction {
        let waiting = phase
        switch event {
        case .pressed(.cancel):
            phase = .editing
            return Reaction(effects: [.cancel(call)])
        case .timerFired(.spinner):
            phase = waiting.turned(to: step + 1)
            return Reaction(effects: [.schedule(.spinner, after: Spinner.stepDuration)])
        case .answered(call, let answer):
            phase = .editing
            switch waiting {
            case .fetching: return receiveFetched(answer, in: &context)
            case .asking: return receiveDeclaration(answer, in: &context)
            default: return receive(answer, in: &context)
            }
        default: return Reaction()
        }
    }

    private mutating func shake(
        _ event: Event, step: Int, then alert: Alert, in context: inout FormContext
    ) -> Reaction {
        if event.isFromPerson {
            phase = .alerting(alert)
            return answer(alert, event, in: &context)
        }
        guard event == .timerFired(.shake) else { return Reaction() }
        guard step + 1 < Shake.offsets.count else {
            phase = .alerting(alert)
            return Reaction()
        }
        phase = .shaking(step: step + 1, then: alert)
        return Reaction(effects: [.schedule(.shake, after: Shake.stepDuration)])
    }

    private mutating func answer(_ alert: Alert, _ event: Event, in context: inout FormContext) -> Reaction {
        var alert = alert
        switch event {
        case .pressed(.left), .pressed(.previous): alert.moveFocus(by: -1)
        case .pressed(.right), .pressed(.next): alert.moveFocus(by: 1)
        case .pressed(.activate), .typed(" "): return press(alert.focus, of: alert, in: &context)
        case .pressed(.cancel): return press(alert.buttons[0], of: alert, in: &context)
        case .clicked(.alertButton(let button)) where alert.buttons.contains(button):
            return press(button, of: alert, in: &context)
        case .timerFired(.lock):
            guard case .locked(let seconds) = alert.message, seconds > 0 else { return Reaction() }
            alert.message = .locked(seconds: seconds - 1)
            phase = .alerting(alert)
            return Reaction(effects: seconds > 1 ? [Self.lockTick] : [])
        default: return Reaction()
        }
        phase = .alerting(alert)
        return Reaction()
    }

    /// One second of a lock, shown as long as the alert is open (A3).
    private static var lockTick: Effect { .schedule(.lock, after: .seconds(1)) }

    /// Says for how long attempts are refused.
    mutating func showLock(_ id: Alert.ID, seconds: Int) -> Reaction {
        phase = .alerting(Alert(id, .locked(seconds: seconds)))
        return Reaction(effects: [Self.lockTick])
    }

    private mutating func press(_ button: Alert.Button, of alert: Alert, in context: inout FormContext) -> Reaction {
        phase = .editing
        return close(alert, with: button, in: &context)
    }
}

extension Edit {
    /// The change to a field that a key's meaning asks for; nil where it asks for something else.
    init?(_ command: Command) {
        switch command {
        case .left: self = .moveLeft
        case .right: self = .moveRight
        case .start: self = .moveToStart
        case .end: self = .moveToEnd
        case .deleteBackward: self = .deleteBackward
        case .deleteForward: self = .deleteForward
        case .deleteWord: self = .deleteWord
        case .deleteToEnd: self = .deleteToEnd
        case .clear: self = .clear
        case .next, .previous, .activate, .cancel, .reveal, .help, .close, .suspend, .repaint: return nil
        }
    }
}
