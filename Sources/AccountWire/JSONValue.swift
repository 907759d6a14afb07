import CJansson
import Cryptography

/// A JSON value (RFC 8259) that was read or is to be written; it never changes.
///
/// Its memory is wiped when the last copy goes. It has no description: there may be a password in it.
public struct JSONValue: Sendable {
    /// Where it was in what was read, as a JSON pointer (RFC 6901); empty for one that was made.
    public let pointer: String
    private let reference: Reference

    /// Takes a value over, or shares it with the one that it is part of.
    init(_ reference: Reference, at pointer: String = "") {
        self.reference = reference
        self.pointer = pointer
    }

    /// A share in a value of the library's.
    ///
    /// Nothing changes a value once it can be reached from here, and the library counts references atomically.
    final class Reference: @unchecked Sendable {
        /// The value; good as long as this object is.
        let pointer: UnsafeMutablePointer<json_t>

        /// Takes over a share that the caller has.
        init(taking pointer: UnsafeMutablePointer<json_t>) {
            self.pointer = pointer
        }

        /// Takes a share of its own.
        init(sharing pointer: UnsafeMutablePointer<json_t>) {
            self.pointer = json_incref(pointer)
        }

        deinit { json_decref(pointer) }
    }

    /// Lends the library's value to `body`.
    func withPointer<Result, Failure: Error>(
        _ body: (UnsafeMutablePointer<json_t>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(reference) { () throws(Failure) in try body(reference.pointer) }
    }
}

// MARK: - Making

extension JSONValue {
    /// A text.
    public static func string(_ text: String) -> JSONValue {
        var text = text
        return text.withUTF8 { make(UnsafeRawBufferPointer($0)) }
    }

    /// A text that nobody may see; it must be UTF-8, as what was typed, sent or made as text is.
    public static func secret(_ secret: Secret) -> JSONValue {
        secret.withUnsafeBytes(make)
    }

    /// A number.
    public static func integer(_ number: Int64) -> JSONValue {
        make { json_integer(json_int_t(number)) }
    }

    /// True or false.
    public static func boolean(_ value: Bool) -> JSONValue {
        make { value ? json_true() : json_false() }
    }

    /// A list.
    public static func array(_ elements: [JSONValue]) -> JSONValue {
        let array = make { json_array() }
        array.withPointer { array in
            for element in elements {
                let status = element.withPointer { json_array_append_new(array, json_incref($0)) }
                precondition(status == 0, "out of memory for a message")
            }
        }
        return array
    }

    /// Values under names, in this order; those that are nil are left out.
    public static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        let object = make { json_object() }
        object.withPointer { object in
            for case (let key, let value?) in members {
                let status = value.withPointer { json_object_set_new_nocheck(object, key, json_incref($0)) }
                precondition(status == 0, "out of memory for a message")
            }
        }
        return object
    }

    private static func make(_ text: UnsafeRawBufferPointer) -> JSONValue {
        make {
            guard let start = text.bindMemory(to: CChar.self).baseAddress else { return json_string("") }
            return json_stringn(start, text.count)
        }
    }

    /// The library answers nil when memory runs out, which ends the program as it does for any Swift allocation, and
    /// for a text that is no UTF-8.
    private static func make(_ body: () -> UnsafeMutablePointer<json_t>?) -> JSONValue {
        WipedMemory.use()
        guard let pointer = body() else { preconditionFailure("no memory for a message, or a secret that is no text") }
        return JSONValue(Reference(taking: pointer))
    }
}

// MARK: - Reading

extension JSONValue {
    /// The member of that name; a missing one and null are the same.
    public func member(_ key: String) throws(MessageFault) -> JSONValue {
        guard let member = try optionalMember(key) else { throw MessageFault(.missing, at: path(to: key)) }
        return member
    }

    /// The member of that name; nil for a missing one and null.
    public func optionalMember(_ key: String) throws(MessageFault) -> JSONValue? {
        try checkObject()
        return withPointer { pointer in
            guard let member = json_object_get(pointer, key), member.pointee.type != JSON_NULL else { return nil }
            return JSONValue(Reference(sharing: member), at: path(to: key))
        }
    }

    /// Checks that there can be members.
    func checkObject() throws(MessageFault) {
        guard withPointer({ $0.pointee.type }) == JSON_OBJECT else { throw MessageFault(.notA(.object), at: pointer) }
    }

    /// The elements of a list of at most so many.
    public func elements(atMost limit: Int) throws(MessageFault) -> [JSONValue] {
        try withPointer { pointer throws(MessageFault) in
            guard pointer.pointee.type == JSON_ARRAY else { throw MessageFault(.notA(.array), at: self.pointer) }
            let count = json_array_size(pointer)
            guard count <= limit else { throw MessageFault(.tooLong, at: self.pointer) }
            return (0..<count).compactMap { index in
                json_array_get(pointer, index).map { JSONValue(Reference(sharing: $0), at: path(to: String(index))) }
            }
        }
    }

    /// A text of at most so many bytes of UTF-8.
    public func string(atMost limit: Int) throws(MessageFault) -> String {
        try withText(atMost: limit) { String(decoding: $0, as: UTF8.self) }
    }

    /// A text of at most so many bytes of UTF-8 that nobody may see.
    public func secret(atMost limit: Int) throws(MessageFault) -> Secret {
        try withText(atMost: limit) { Secret($0) }
    }

    /// A whole number in `range`; 1.0 is none.
    public func integer(in range: ClosedRange<Int64>) throws(MessageFault) -> Int64 {
        try withPointer { pointer throws(MessageFault) in
            guard pointer.pointee.type == JSON_INTEGER else { throw MessageFault(.notA(.integer), at: self.pointer) }
            let number = Int64(json_integer_value(pointer))
            guard range.contains(number) else { throw MessageFault(.outOfRange, at: self.pointer) }
            return number
        }
    }

    /// True or false.
    public func boolean() throws(MessageFault) -> Bool {
        try withPointer { pointer throws(MessageFault) in
            switch pointer.pointee.type {
            case JSON_TRUE: return true
            case JSON_FALSE: return false
            default: throw MessageFault(.notA(.boolean), at: self.pointer)
            }
        }
    }

    /// One of a type's cases, by its raw value.
    public func choice<Choice: RawRepresentable<String>>(of type: Choice.Type) throws(MessageFault) -> Choice {
        guard let choice = Choice(rawValue: try string(atMost: 64)) else {
            throw MessageFault(.unknownValue, at: pointer)
        }
        return choice
    }

    private func withText<Result>(
        atMost limit: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(MessageFault) -> Result {
        try withPointer { pointer throws(MessageFault) in
            guard pointer.pointee.type == JSON_STRING else { throw MessageFault(.notA(.string), at: self.pointer) }
            let count = json_string_length(pointer)
            guard count <= limit else { throw MessageFault(.tooLong, at: self.pointer) }
            return body(UnsafeRawBufferPointer(start: json_string_value(pointer), count: count))
        }
    }

    /// Keys of messages hold neither `~` nor `/`, which a pointer would escape.
    private func path(to key: String) -> String {
        "\(pointer)/\(key)"
    }
}

extension JSONValue: CustomStringConvertible, CustomReflectable {
    /// Always the same word.
    public var description: String { "<JSON>" }

    /// Shows no children, so that `dump` finds nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
