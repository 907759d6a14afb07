import Accounts
import Cryptography
import PasswordStrength

/// Something that happened, as far as the screens care.
public enum Event: Equatable, Sendable {
    /// A printable character was typed.
    case typed(Unicode.Scalar)
    /// Text was pasted, perhaps with more behind it than was kept.
    case pasted(Secret, isTruncated: Bool)
    /// A paste has begun, and its end does not come.
    case pasteUnfinished
    /// Bytes came that are no text.
    case malformedInputReceived
    /// A key with a meaning was pressed.
    case pressed(Command)
    /// Something on the screen was clicked.
    case clicked(ClickTarget)
    /// Time that an ``Effect/schedule(_:after:)`` asked for has passed.
    case timerFired(TimerID)
    /// A call has its answer.
    case answered(CallID, Answer)

    /// There is something to say about what is remembered.
    case remarked([MemoryRemark])
    /// A new password has been judged; nil where it could not be.
    case estimated(CallID, PasswordEstimate?)

    /// Whether a person did it, and so has seen what stood on the screen.
    var isFromPerson: Bool {
        switch self {
        case .typed, .pasted, .malformedInputReceived, .pressed, .clicked: true
        case .pasteUnfinished, .timerFired, .answered, .estimated, .remarked: false
        }
    }
}

/// What a key can mean; which key means what is data of `LoginScreens` (L5).
public enum Command: String, Hashable, Sendable, CaseIterable {
    /// Move the focus forward or back.
    case next, previous
    /// Enter: go on, toggle or press.
    case activate
    /// Escape: give up what is under way.
    case cancel
    /// Move within a field, or among an alert's buttons.
    case left, right
    /// Move to a field's ends.
    case start, end
    /// Delete within a field.
    case deleteBackward, deleteForward, deleteWord, deleteToEnd, clear
    /// Show or hide the password (L3).
    case reveal
    /// Show or hide the help.
    case help
    /// Leave the program.
    case close
    /// Stop the program until the shell continues it.
    case suspend
    /// Paint everything anew.
    case repaint
}

/// What a click met.
public enum ClickTarget: Hashable, Sendable {
    /// An element of the screen.
    case element(ElementID)
    /// A button of the alert.
    case alertButton(Alert.Button)
    /// A row of the list of sessions, counted from 0.
    case session(Int)
    /// Nothing that can be pressed.
    case background
}

/// Which timer: each has at most one date at a time.
public enum TimerID: Hashable, Sendable {
    /// The next position of the shaken card (L7).
    case shake
    /// The next picture of the spinner (L8).
    case spinner
    /// The end of the notice before a remembered login goes on by itself (H1).
    case autoLogin
    /// The next count of what waits for the user (H2).
    case refresh
    /// The next second until another code can be sent (A4).
    case resend
    /// The next second of a lock (A3).
    case lock
    /// The end of the patience with a log-out that keeps the program from ending (H4).
    case departure
}

/// One call to the account service; numbers are never used twice.
public struct CallID: Hashable, Sendable {
    let number: Int
}

/// What a call to the account service came to.
public enum Answer: Equatable, Sendable {
    /// Logged in, or registered and so logged in.
    case entered(Session)
    /// It did not succeed.
    case failed(ServiceError)
    /// A code is on its way.
    case codeSent(CodeDispatch)
    /// A picture to be read.
    case pictureDrawn(CaptchaChallenge)
    /// The new password holds.
    case passwordReset
    /// Logged out at the service.
    case loggedOut
    /// The service could not be told of the log-out.
    case logOutFailed(ServiceError)
    /// What waits for the user.
    case counted(Notices)
    /// The account's sessions.
    case listed([SessionSummary])
    /// What the service offers and asks for.
    case declared(ServiceDeclaration)
    /// What was asked for is done, and there is nothing to tell.
    case done
}
