import Accounts

/// A document `oschina` (6.3).
struct XMLReply {
    private let root: XMLElement

    /// The most bytes of an id, and of a name.
    private static let (maximumIDBytes, maximumNameBytes) = (32, 256)

    /// Reads a reply.
    ///
    /// - Throws: trouble for anything that is not such a document (L12).
    init(_ reply: HTTPReply) throws(ServiceError) {
        if let error = reply.errorByStatus { throw error }
        guard let root = XMLElement.root(of: reply.body), root.name == "oschina" else {
            throw .trouble(.replyMalformed)
        }
        self.root = root
    }

    /// What `result` says: nil for right.
    ///
    /// - Throws: trouble where it says nothing that the contract has.
    var refusal: ServiceError? {
        get throws(ServiceError) {
            guard let result = root.child("result"), let code = result.child("errorCode").flatMap({ Int($0.text) })
            else { throw .trouble(.replyMalformed) }
            switch code {
            case 1: return nil
            case 0, -1:
                return .refused(text: ServiceError.shortened(result.child("errorMessage")?.text ?? ""))
            default: throw .trouble(.replyMalformed)
            }
        }
    }

    /// Whether the reply says anything about how it went.
    var hasResult: Bool { root.child("result") != nil }

    /// Who is logged in; `typed` is the name to show where the service tells none.
    func user(typed: String) throws(ServiceError) -> User {
        guard let user = root.child("user"), let id = user.child("uid")?.text,
            (1...Self.maximumIDBytes).contains(id.utf8.count), id.utf8.allSatisfy(Self.isDigit)
        else { throw .trouble(.replyMalformed) }
        let name = user.child("name")?.text ?? ""
        guard name.utf8.count <= Self.maximumNameBytes else { throw .trouble(.replyMalformed) }
        return User(account: name.isEmpty ? typed : name, id: id)
    }

    /// What waits for the user.
    var notices: Notices {
        get throws(ServiceError) {
            guard let notice = root.child("notice") else { throw .trouble(.replyMalformed) }
            func count(_ name: String) throws(ServiceError) -> Int {
                guard let text = notice.child(name)?.text, let count = Int(text), count >= 0 else {
                    throw .trouble(.replyMalformed)
                }
                return count
            }
            return Notices(
                mentions: try count("atmeCount"), messages: try count("msgCount"), comments: try count("reviewCount"),
                followers: try count("newFansCount"))
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
