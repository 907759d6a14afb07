import Accounts
import Cryptography
import Text

/// A picture whose characters are to be read before a call is made; a card of its own (A5, L10).
public struct PictureForm: Form, Equatable, Sendable {
    /// What it is doing.
    public internal(set) var phase = Phase.editing
    /// The element that keys go to.
    public internal(set) var focus = ElementID.captcha
    /// The picture; nil while the first one is on its way.
    public private(set) var challenge: CaptchaChallenge?
    /// The characters, as typed.
    public private(set) var text = EditBuffer<Secret>()
    /// Whether a code from a message would do instead.
    public let acceptsCode: Bool
    /// The call that waits for the answer.
    private let pending: Effect.Call

    /// Makes the card for `pending`; ``open(in:)`` asks for the first picture.
    init(for pending: Effect.Call, acceptsCode: Bool) {
        self.pending = pending
        self.acceptsCode = acceptsCode
    }

    /// The elements that take the focus, in order.
    public var order: [ElementID] {
        [.captcha, .newPicture, .submit, .back] + (acceptsCode ? [.useCode] : [])
    }

    /// Whether there is something to send.
    public var isComplete: Bool { challenge != nil && !text.isEmpty }

    /// Asks for the first picture.
    mutating func open(in context: inout FormContext) -> Reaction {
        fetch(.requestCaptcha, in: &context)
    }

    // MARK: - Form

    mutating func edit(_ edit: Edit) -> EditRefusal? {
        focus == .captcha ? text.apply(edit) : nil
    }

    mutating func toggle(_ box: ElementID) {}

    mutating func toggleReveal() {}

    mutating func press(_ element: ElementID, in context: inout FormContext) -> Reaction {
        switch element {
        case .newPicture: return open(in: &context)
        case .useCode: return Reaction(transition: .codeInstead)
        case .back: return Reaction(transition: .back)
        default: return Reaction()
        }
    }

    mutating func cancel() -> Reaction { Reaction(transition: .back) }

    func makeCall(in context: FormContext) throws(Incomplete) -> Effect.Call {
        guard let challenge, !text.isEmpty else {
            throw Incomplete(alert: Alert(.verificationFailed, .captchaMissing))
        }
        return pending.answering(CaptchaAnswer(id: challenge.id, text: text.bytes))
    }

    mutating func receive(_ answer: Answer, in context: inout FormContext) -> Reaction {
        // Whatever came of it, the picture is used up.
        switch answer {
        case .failed(.challengeFailed(next: .captcha)), .failed(.challengeRequired(.captcha)):
            var reaction = open(in: &context)
            reaction.notice = .serviceFailed(.challengeFailed(next: .captcha(acceptsCode: acceptsCode)))
            return reaction
        default: return Reaction(transition: .pictureAnswered(pending, answer))
        }
    }

    mutating func receiveFetched(_ answer: Answer, in context: inout FormContext) -> Reaction {
        switch answer {
        case .pictureDrawn(let challenge):
            self.challenge = challenge
            text = EditBuffer()
            focus = .captcha
            return Reaction()
        case .failed(let error):
            // The old picture may still be good; without one the card is of no use.
            return Reaction(transition: challenge == nil ? .back : nil, notice: .serviceFailed(error))
        default: return Reaction()
        }
    }

    mutating func close(_ alert: Alert, with button: Alert.Button, in context: inout FormContext) -> Reaction {
        focus = .captcha
        return Reaction()
    }
}
