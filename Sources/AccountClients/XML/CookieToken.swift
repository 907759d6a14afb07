import AccountWire
import Accounts
import Cryptography

/// What stands for a token where a service has cookies instead (6.3): the cookies, and whose they are.
///
/// The vault keeps it as it keeps a token, and forgets it at log-out (H4). The text is JSON:
///
///     {"account":"…","id":"7","cookies":["…"]}
struct CookieToken: Equatable {
    /// The most cookies, the most bytes of each (RFC 6265, section 6.1), and of the whole as contract 6.1 has it.
    private static let (maximumCookies, maximumCookieBytes, maximumBytes) = (32, 4096 + 512, 8192)

    /// Whose cookies they are.
    let user: User
    /// The cookies, each in the form of ``HTTPReply/cookies``.
    var cookies: [Secret]

    /// Takes what a login gave.
    init(user: User, cookies: [Secret]) {
        self.user = user
        self.cookies = cookies
    }

    /// Reads what ``text`` wrote; nil for anything else.
    init?(_ text: Secret) {
        do throws(MessageFault) {
            let json = try text.withUnsafeBytes { bytes throws(MessageFault) in try JSONValue(parsing: bytes) }
            user = User(
                account: try json.member("account").string(atMost: Self.maximumBytes),
                id: try json.member("id").string(atMost: Self.maximumBytes))
            cookies = []
            for cookie in try json.member("cookies").elements(atMost: Self.maximumCookies) {
                cookies.append(try cookie.secret(atMost: Self.maximumCookieBytes))
            }
        } catch { return nil }
    }

    /// The token.
    ///
    /// - Throws: trouble for more cookies than a token has room for, or such as are no text.
    var text: Secret {
        get throws(ServiceError) {
            let isText = cookies.allSatisfy { cookie in
                cookie.withUnsafeBytes { $0.allSatisfy { (0x01...0x7E).contains($0) } }
            }
            guard isText, cookies.count <= Self.maximumCookies else { throw .trouble(.replyMalformed) }
            let text = JSONValue.object([
                "account": .string(user.account), "id": .string(user.id ?? ""),
                "cookies": .array(cookies.map(JSONValue.secret)),
            ]).text
            guard text.count <= Self.maximumBytes else { throw .trouble(.replyMalformed) }
            return text
        }
    }
}
