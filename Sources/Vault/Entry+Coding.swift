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
        guard let fields = encoded.withUnsafeBytes({ Fields($0) }), let account = fields.texts[.account] else {
            return nil
        }
        self.init(account: account, logsInAutomatically: fields.texts[.logsInAutomatically] != nil)
        guard let proof = fields.proof, let name = fields.texts[.userAccount] else {
            // Without both there is no login, and nothing of one may be there.
            let isLoggedOut = fields.cookies.isEmpty && fields.proof == nil && fields.visitTime == nil
            guard isLoggedOut, fields.texts.keys.allSatisfy({ $0.rawValue < Tag.token.rawValue }) else { return nil }
            return
        }
        let peer = fields.texts[.visitPeer]
        guard (peer == nil) == (fields.visitTime == nil) else { return nil }
        let visit = fields.visitTime.flatMap { time in peer.map { User.Visit(time: time, peer: $0) } }
        login = Vault.Login(
            proof: proof, cookies: fields.cookies,
            user: User(account: name, id: fields.texts[.userID], earlierVisit: visit.map { .last($0) } ?? .unknown))
    }
}

/// The fields of an entry, each at most once but for cookies.
private struct Fields {
    var texts: [Tag: String] = [:]
    var proof: Vault.Login.Proof?
    var cookies: [Secret] = []
    var visitTime: Timestamp?

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
            case .account, .logsInAutomatically, .userAccount, .userID, .visitPeer:
                guard texts[tag] == nil, let text = String(validating: value, as: UTF8.self) else { return nil }
                texts[tag] = text
            }
        }
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
