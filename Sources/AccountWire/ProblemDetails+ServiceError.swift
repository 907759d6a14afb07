import Accounts

extension ProblemDetails {
    /// What `error` is on the wire.
    public init(_ error: ServiceError) {
        self.init(ProblemKind(error))
        switch error {
        case .credentialsWrong(let next): challenge = next
        case .challengeRequired(let next), .challengeFailed(let next): challenge = next
        case .locked(let seconds), .codeTooSoon(let seconds): retryAfter = seconds
        case .registrationRefused(let why): fault = WireFault(why)
        case .passwordRefused(let why): fault = .password(why)
        case .refused(let text): detail = text
        case .busy: retryAfter = 1
        case .accountUnknown, .codesExhausted, .sendingFailed, .codeWrong, .accountTaken, .sessionEnded, .cancelled,
            .unsupported, .trouble:
            break
        }
    }

    /// What a malformed message is answered with.
    public init(_ fault: MessageFault) {
        switch fault.reason {
        case .refused(let error):
            self.init(error)
            return
        case .tooLarge: self.init(.messageTooLarge)
        default: self.init(.malformedMessage)
        }
        detail = fault.reason.words
        pointer = fault.pointer
    }

    /// What the caller is told.
    ///
    /// A kind that is not known here counts by its status, as the standard has it; a service in a few lines of any
    /// language may answer with nothing else.
    public var serviceError: ServiceError {
        switch kind {
        case .sessionEnded: .sessionEnded
        case .credentialsWrong: .credentialsWrong(next: challenge)
        case .challengeRequired: challenge.map(ServiceError.challengeRequired) ?? .trouble(.replyMalformed)
        case .challengeFailed:
            challenge.map { .challengeFailed(next: $0) } ?? .trouble(.replyMalformed)
        case .codeWrong: .codeWrong
        case .refused: detail.map { .refused(text: $0) } ?? .trouble(.replyMalformed)
        case .accountUnknown: .accountUnknown
        case .accountTaken: .accountTaken
        case .registrationRefused:
            fault.map { .registrationRefused($0.registrationFault) } ?? .trouble(.replyMalformed)
        case .passwordRefused: passwordFault.map(ServiceError.passwordRefused) ?? .trouble(.replyMalformed)
        case .locked: .locked(seconds: retryAfter ?? Self.usualDelay)
        case .codeTooSoon: .codeTooSoon(seconds: retryAfter ?? Self.usualDelay)
        case .codesExhausted: .codesExhausted
        case .unsupported: .unsupported
        case .sendingFailed: .sendingFailed
        case .hostUnknown: .trouble(.hostUnknown)
        case .hostUnreachable: .trouble(.hostUnreachable)
        case .connectionRefused: .trouble(.connectionRefused)
        case .connectionLost: .trouble(.connectionLost)
        case .encryptionFailed: .trouble(.encryptionFailed)
        case .authoritiesMissing: .trouble(.authoritiesMissing)
        case .replyMalformed: .trouble(.replyMalformed)
        case .addressMoved: .trouble(.addressMoved)
        case .serviceMissing: .trouble(.serviceMissing)
        case .programMissing: .trouble(.programMissing)
        case .programEnded: .trouble(.programEnded)
        case .busy: .busy
        case .cancelled: .cancelled
        case .timedOut: .trouble(.timedOut)
        case .malformedMessage, .messageTooLarge, .serviceFailed: .trouble(.serviceFailed)
        case nil: errorByStatus
        }
    }

    /// How long a lock or a wait is taken to be where the service does not say.
    private static let usualDelay = 60

    private var passwordFault: NewPassword.Fault? {
        if case .password(let fault) = fault { fault } else { nil }
    }

    private var errorByStatus: ServiceError {
        switch status {
        case 401: .sessionEnded
        case 403: .credentialsWrong(next: challenge)
        case 404: .accountUnknown
        case 405, 501: .unsupported
        case 409: .accountTaken
        case 429: .locked(seconds: retryAfter ?? Self.usualDelay)
        case 503: .busy
        case 504: .trouble(.timedOut)
        case 500...599: .trouble(.serviceFailed)
        default: .trouble(.replyMalformed)
        }
    }
}

extension ProblemKind {
    /// The kind that `error` is.
    fileprivate init(_ error: ServiceError) {
        self =
            switch error {
            case .accountUnknown: .accountUnknown
            case .credentialsWrong: .credentialsWrong
            case .challengeRequired: .challengeRequired
            case .challengeFailed: .challengeFailed
            case .locked: .locked
            case .codeTooSoon: .codeTooSoon
            case .codesExhausted: .codesExhausted
            case .sendingFailed: .sendingFailed
            case .codeWrong: .codeWrong
            case .accountTaken: .accountTaken
            case .registrationRefused: .registrationRefused
            case .passwordRefused: .passwordRefused
            case .sessionEnded: .sessionEnded
            case .cancelled: .cancelled
            case .busy: .busy
            case .unsupported: .unsupported
            case .refused: .refused
            case .trouble(let trouble): ProblemKind(trouble)
            }
    }

    private init(_ trouble: ServiceError.Trouble) {
        self =
            switch trouble {
            case .storeReadOnly, .storeFull, .storeLocked, .storeDamaged, .storeTooNew, .storeUnavailable,
                .estimatorMissing, .storeFailed, .serviceFailed:
                // The service's own affairs.
                .serviceFailed
            case .hostUnknown: .hostUnknown
            case .hostUnreachable: .hostUnreachable
            case .connectionRefused: .connectionRefused
            case .connectionLost: .connectionLost
            case .timedOut: .timedOut
            case .encryptionFailed: .encryptionFailed
            case .authoritiesMissing: .authoritiesMissing
            case .replyMalformed: .replyMalformed
            case .addressMoved: .addressMoved
            case .serviceMissing: .serviceMissing
            case .programMissing: .programMissing
            case .programEnded: .programEnded
            }
    }
}

extension MessageFault.Reason {
    /// What is wrong, for whoever wrote the client; nothing that was sent is in it.
    fileprivate var words: String {
        switch self {
        case .malformed: "no JSON in UTF-8"
        case .tooLarge: "too large"
        case .tooDeep: "values lie too deep in each other"
        case .duplicateKey: "a key stands there twice"
        case .missing: "missing"
        case .notA(let type): "not of the type \(type.rawValue)"
        case .tooLong: "too long"
        case .outOfRange: "out of range"
        case .unknownValue: "none of the values of the contract"
        case .invalid: "not valid"
        case .refused: "refused"
        }
    }
}
