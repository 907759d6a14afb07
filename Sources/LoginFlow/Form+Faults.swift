import Accounts

extension Form {
    /// Goes to the field that the alert was about; a code that was refused is selected, so that the next key replaces
    /// it.
    mutating func close(_ alert: Alert, with button: Alert.Button, in context: inout FormContext) -> Reaction {
        if let field = alert.message.field { focus = field }
        if focus == .code { code?.selectAll() }
        return Reaction()
    }
}

extension Message {
    /// The field that it is about; nil where it is about none.
    fileprivate var field: ElementID? {
        switch self {
        case .accountMissing, .accountTaken, .accountFault, .accountMalformed, .addressNeeded: .account
        case .passwordMissing, .passwordLength, .passwordWeak: .password
        case .passwordsDiffer: .passwordAgain
        case .codeNotRequested: .getCode
        case .codeMissing, .codeMalformed, .codeWrong: .code
        default: nil
        }
    }
}
