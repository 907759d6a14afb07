import Accounts

/// Why a registration or a new password is refused, as problem details name it.
public enum WireFault: Equatable, Sendable {
    /// No account.
    case accountMissing
    /// The name cannot be registered.
    case account(AccountName.Fault)
    /// The password cannot be set.
    case password(NewPassword.Fault)
    /// A code is missing, or is none.
    case codeMissing, codeMalformed

    /// All of them but the length of a password, which comes with its rule.
    private static let simple: KeyValuePairs<String, WireFault> = [
        "account-missing": .accountMissing, "name-length": .account(.nameLength), "name-start": .account(.nameStart),
        "name-characters": .account(.nameCharacters), "password-missing": .password(.missing),
        "password-weak": .password(.weak), "passwords-differ": .password(.different), "code-missing": .codeMissing,
        "code-malformed": .codeMalformed,
    ]
    private static let passwordLength = "password-length"

    /// The name in problem details.
    var name: String {
        Self.simple.first { $0.value == self }?.key ?? Self.passwordLength
    }

    /// The rule that goes with the name.
    var policy: PasswordPolicy? {
        if case .password(.length(let policy)) = self { policy } else { nil }
    }

    /// Reads a name, and the rule that goes with it.
    init?(name: String, policy: PasswordPolicy?) {
        if name == Self.passwordLength, let policy {
            self = .password(.length(policy))
        } else if let fault = Self.simple.first(where: { $0.key == name })?.value {
            self = fault
        } else {
            return nil
        }
    }

    /// The fault of a registration.
    init(_ fault: Registration.Fault) {
        self =
            switch fault {
            case .accountMissing: .accountMissing
            case .account(let fault): .account(fault)
            case .password(let fault): .password(fault)
            case .code(.missing): .codeMissing
            case .code(.malformed): .codeMalformed
            }
    }

    /// The same of a registration.
    var registrationFault: Registration.Fault {
        switch self {
        case .accountMissing: .accountMissing
        case .account(let fault): .account(fault)
        case .password(let fault): .password(fault)
        case .codeMissing: .code(.missing)
        case .codeMalformed: .code(.malformed(digitCount: OneTimeCode.Purpose.register.digitCount))
        }
    }
}
