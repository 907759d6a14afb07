import Accounts
import Cryptography

/// What a field of an entry holds; the numbers are stored.
private enum Tag: UInt8 {
    case account = 1
    case logsInAutomatically
    case token
    case password
    case cookie
    case userAccount
    case userID
    case visitTime
    case visitPeer
}

extension Vault.Entry {
    /// The entry as it is sealed: fields, each with a tag and a length.
    var encoded: Secret {
        var secret = Secret()
        secret.append(.account, account)
        if logsInAutomatically { secret.append(.logsInAutomatically, "") }
        guard let login else { return secret }
        switch login.proof {
        case .token(let token): secret.append(.token, token)
        case .password(let password): secret.append(.password, password)
        }
        for cookie in login.cookies { secret.append(.cookie, cookie) }
        secret.append(.userAccount, login.user.account)
        if let id = login.user.id { secret.append(.userID, id) }
        if case .last(let visit) = login.user.earlierVisit {
            secret.append(.visitTime, visit.time.seconds.storedBytes)
            secret.append(.visitPeer, visit.peer)
        }
        return secret
    }

    /// Reads what ``encoded`` made; nil for anything else.
    init?(encoded: Secret) {
        guard let fields = encoded.withUnsafeBytes({ Fields($0) }), let account = fields.account else { return nil }
        self.init(account: account, logsInAutomatically: fields.logsInAutomatically)
        guard let proof = fields.proof, let name = fields.userAccount else {
            // Without both there is no login, and nothing of one may be there.
            guard fields.areWithoutLogin else { return nil }
            return
        }
        guard (fields.visitPeer == nil) == (fields.visitTime == nil) else { return nil }
        let visit = fields.visitTime.flatMap { time in fields.visitPeer.map { User.Visit(time: time, peer: $0) } }
        login = Vault.Login(
            proof: proof, cookies: fields.cookies,
            user: User(account: name, id: fields.userID, earlierVisit: visit.map { .last($0) } ?? .unknown))
    }
}

/// The fields of an entry, each at most once but for cookies.
private struct Fields {
    var account: String?
    var logsInAutomatically = false
    var proof: Vault.Login.Proof?
    var cookies: [Secret] = []
    var userAccount: String?
    var userID: String?
    var visitTime: Timestamp?
    var visitPeer: String?

    /// Whether there is nothing of a login among them.
    var areWithoutLogin: Bool {
        proof == nil && cookies.isEmpty && userAccount == nil && userID == nil && visitTime == nil && visitPeer == nil
    }

    /// Reads the fields; nil when one of them is not whole, unknown, said twice, or not what its tag promises.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = FieldReader(bytes)
        while !reader.isAtEnd {
            guard let tag = reader.readByte().flatMap(Tag.init), let value = reader.readField() else { return nil }
            switch tag {
            case .token, .password:
                guard proof == nil else { return nil }
                proof = tag == .token ? .token(Secret(value)) : .password(Secret(value))
            case .cookie:
                cookies.append(Secret(value))
            case .visitTime:
                guard visitTime == nil, value.count == 8 else { return nil }
                visitTime = Timestamp(seconds: Int64(littleEndian: value.loadUnaligned(as: Int64.self)))
            case .logsInAutomatically:
                guard !logsInAutomatically, value.isEmpty else { return nil }
                logsInAutomatically = true
            case .account: guard Self.take(value, as: &account) else { return nil }
            case .userAccount: guard Self.take(value, as: &userAccount) else { return nil }
            case .userID: guard Self.take(value, as: &userID) else { return nil }
            case .visitPeer: guard Self.take(value, as: &visitPeer) else { return nil }
            }
        }
    }

    /// Reads a text that has not been there yet; false where it has, or is none.
    private static func take(_ value: UnsafeRawBufferPointer, as field: inout String?) -> Bool {
        guard field == nil else { return false }
        field = String(utf8: value)
        return field != nil
    }
}

extension Secret {
    fileprivate mutating func append(_ tag: Tag, _ text: String) {
        append(tag, Array(text.utf8))
    }

    fileprivate mutating func append(_ tag: Tag, _ bytes: [UInt8]) {
        bytes.withUnsafeBytes { appendField(tag, $0) }
    }

    fileprivate mutating func append(_ tag: Tag, _ value: Secret) {
        value.withUnsafeBytes { appendField(tag, $0) }
    }

    private mutating func appendField(_ tag: Tag, _ value: UnsafeRawBufferPointer) {
        ([tag.rawValue] + UInt32(value.count).storedBytes).withUnsafeBytes { append($0) }
        append(value)
    }
}
