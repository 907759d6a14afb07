import AccountWire
import Accounts
import Cryptography

/// A line to the program (section 5): `{"id":7,"call":"login","body":{…}}` or `{"cancel":7}`.
enum PipeRequest: WireMessage {
    /// A call under a number that none before it had.
    case call(id: Int64, name: String, body: JSONValue)
    /// The answer to that call is no longer wanted.
    case cancel(id: Int64)

    /// Reads a line; a call without a body has an empty one.
    init(_ json: JSONValue) throws(MessageFault) {
        if let cancelled = try json.optionalMember("cancel") {
            self = .cancel(id: try cancelled.integer(in: Self.ids))
        } else {
            self = .call(
                id: try json.member("id").integer(in: Self.ids), name: try json.member("call").string(atMost: 64),
                body: try json.optionalMember("body") ?? EmptyMessage().json)
        }
    }

    /// The line without its end.
    var json: JSONValue {
        switch self {
        case .call(let id, let name, let body):
            .object(["id": .integer(id), "call": .string(name), "body": body])
        case .cancel(let id): .object(["cancel": .integer(id)])
        }
    }

    /// The numbers of calls.
    static let ids: ClosedRange<Int64> = 1...9_007_199_254_740_991
}

/// A line from the program (section 5): `{"id":7,"status":200,"body":{…}}`, the body that of 6.1.
///
/// With the number 0 it stands for the first line, and says why there is no declaration.
struct PipeReply: WireMessage {
    /// The number of the call.
    let id: Int64
    /// The status that HTTP would have; 200 to 299 for success.
    let status: Int
    /// The answer, or problem details; may be missing.
    let body: JSONValue?

    /// Answers a call.
    init(id: Int64, body: JSONValue) {
        (self.id, status, self.body) = (id, 200, body)
    }

    /// Answers a call with why it did not succeed.
    init(id: Int64, _ problem: ProblemDetails) {
        (self.id, status, body) = (id, problem.status, problem.json)
    }

    /// Reads a line.
    init(_ json: JSONValue) throws(MessageFault) {
        id = try json.member("id").integer(in: 0...PipeRequest.ids.upperBound)
        status = Int(try json.member("status").integer(in: 100...999))
        body = try json.optionalMember("body")
    }

    /// The line without its end.
    var json: JSONValue {
        .object(["id": .integer(id), "status": .integer(Int64(status)), "body": body])
    }

    /// What the call came to.
    var result: Result<JSONValue, ServiceError> {
        (200...299).contains(status)
            ? .success(body ?? EmptyMessage().json)
            : .failure(ProblemDetails(status: status, json: body).serviceError)
    }
}

extension JSONValue {
    /// The value on a line of its own; nil where that would be too long.
    var line: Secret? {
        var line = text
        guard line.count <= Self.maximumByteCount else { return nil }
        [UInt8(ascii: "\n")].withUnsafeBytes { line.append($0) }
        return line
    }
}
