import AccountWire
import Accounts
import Cryptography

extension RequestHead {
    /// What keeps a form from being read; nil where nothing does.
    var formRefusal: Response? {
        guard announcesBody else { return Response(.lengthRequired) }
        let type = "application/x-www-form-urlencoded"
        guard MediaType.isUTF8(contentType, type), isPlain else {
            return .unsupportedMediaType(accepting: type)
        }
        return nil
    }
}

extension FormFields {
    /// The most bytes of a field (L4).
    private static let fieldLimit = 512

    /// Reads the query and, of a POST, the body.
    init(of request: Request) throws(ProblemDetails) {
        do throws(Fault) {
            try self.init([request.head.query, request.head.method == "POST" ? request.body : nil])
        } catch { throw .badRequest(error.message) }
    }

    /// A field that has to be there.
    func text(_ name: String, limit: Int = fieldLimit) throws(ProblemDetails) -> String {
        try value(name, limit).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// What a login needs; neither is empty.
    func credentials(
        account: String, password: String, isRemembered: Bool
    ) throws(ProblemDetails) -> Credentials {
        let name = try text(account)
        let secret = try value(password, Self.fieldLimit)
        do throws(Credentials.Fault) {
            return try Credentials(account: name, password: secret, isRemembered: isRemembered, policy: .notEmpty)
        } catch { throw .badRequest("the account or the password is empty") }
    }

    private func value(_ name: String, _ limit: Int) throws(ProblemDetails) -> Secret {
        guard let value = self[name] else { throw .badRequest("\(name) is missing") }
        guard value.count <= limit else { throw .badRequest("\(name) is too long") }
        return value
    }
}
