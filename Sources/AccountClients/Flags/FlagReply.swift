import AccountWire
import Accounts

/// What the flag contract answers (6.2): two flags, each the text `0` or `1`.
///
///     {"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"0"}
///
/// Other keys are ignored, and so is the media type, which is often `text/html`.
enum FlagReply: Equatable {
    /// The login is right.
    case right
    /// There is such an account, and the password is wrong or the account locked.
    case wrong
    /// There is no such account.
    case unknown

    /// The two flags.
    private enum Flag: String {
        case no = "0"
        case yes = "1"
    }

    /// Reads a reply.
    ///
    /// - Throws: trouble for anything but the contract's own answers (L12).
    init(_ reply: HTTPReply) throws(ServiceError) {
        if let error = reply.errorByStatus { throw error }
        do throws(MessageFault) {
            let json = try reply.body.withUnsafeBytes { bytes throws(MessageFault) in try JSONValue(parsing: bytes) }
            let account = try json.member("accountBeingOrNotFlag").choice(of: Flag.self)
            let login = try json.member("loginOKOrNotFlag").choice(of: Flag.self)
            switch (account, login) {
            case (.yes, .yes): self = .right
            case (.yes, .no): self = .wrong
            case (.no, .no): self = .unknown
            case (.no, .yes): throw MessageFault(.invalid)
            }
        } catch { throw .trouble(.replyMalformed) }
    }
}
