import Accounts

/// A request for a code: `{"account":"…","purpose":"log-in|register|reset","captcha":{…}}`; the answer to a picture
/// only where one is asked for.
extension CodeRequest: WireMessage {
    /// Reads a request.
    public init(_ json: JSONValue) throws(MessageFault) {
        self.init(
            name: try json.accountName("account"),
            purpose: try json.member("purpose").choice(of: OneTimeCode.Purpose.self),
            captcha: try json.optionalMember("captcha").map { value throws(MessageFault) in
                try CaptchaAnswer(value)
            })
    }

    /// The request.
    public var json: JSONValue {
        .object(["account": .string(name.text), "purpose": .string(purpose.rawValue), "captcha": captcha?.json])
    }
}

/// What became of the request: `{"resendDelay":60}`, and `"directory":"…"` where the code is a file of this machine.
///
/// A service that others reach over a network does not tell its paths: it answers ``CodeDispatch/Route/message``.
extension CodeDispatch: WireMessage {
    /// Reads what became of it.
    public init(_ json: JSONValue) throws(MessageFault) {
        let directory = try json.optionalMember("directory")?.string(atMost: ByteLimit.text)
        self.init(
            route: directory.map(Route.directory) ?? .message,
            resendDelay: Int(try json.member("resendDelay").integer(in: 0...86_400)))
    }

    /// What became of it.
    public var json: JSONValue {
        var directory: JSONValue?
        if case .directory(let path) = route { directory = .string(path) }
        return .object(["resendDelay": .integer(Int64(resendDelay)), "directory": directory])
    }
}

/// A picture to be read: `{"id":"…","picture":"#..#\n…"}`, the picture as in ``BitPicture/text``.
extension CaptchaChallenge: WireMessage {
    /// Reads a picture.
    public init(_ json: JSONValue) throws(MessageFault) {
        let picture = try json.member("picture")
        guard let pixels = BitPicture(text: try picture.string(atMost: ByteLimit.field)) else {
            throw MessageFault(.invalid, at: picture.pointer)
        }
        let id = try json.member("id")
        guard let challenge = CaptchaChallenge(id: try id.string(atMost: Self.maximumIDBytes), picture: pixels) else {
            throw MessageFault(.invalid, at: id.pointer)
        }
        self = challenge
    }

    /// The picture.
    public var json: JSONValue { .object(["id": .string(id), "picture": .string(picture.text)]) }
}
