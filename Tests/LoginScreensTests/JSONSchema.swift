import Foundation

/// A JSON value, true and 1 told apart.
enum JSONValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Reads JSON text.
    init(_ text: Data) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: text)
    }

    /// A member of an object; null for anything else.
    subscript(key: String) -> JSONValue {
        if case .object(let members) = self { members[key] ?? .null } else { .null }
    }

    /// The members' names, of an object.
    var keys: [String] {
        if case .object(let members) = self { members.keys.sorted() } else { [] }
    }

    /// The items, of an array.
    var items: [JSONValue] {
        if case .array(let items) = self { items } else { [] }
    }

    /// The text, of a string.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The type's name in a schema.
    var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number(let number): number == number.rounded() ? "integer" : "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

/// As much of JSON Schema, draft 2020-12, as the project's schemas use.
struct JSONSchema {
    private let root: JSONValue

    /// Takes the schema itself as JSON.
    init(_ root: JSONValue) {
        self.root = root
    }

    /// What is wrong with `value`, each with its path; empty when nothing is.
    ///
    /// A keyword that is not understood is a fault too, so that no part of a schema goes unchecked.
    func faults(in value: JSONValue) -> [String] {
        faults(in: value, by: root, at: "$")
    }

    private func faults(in value: JSONValue, by schema: JSONValue, at path: String) -> [String] {
        schema.keys.flatMap { faults(in: value, by: schema, keyword: $0, at: path) }
    }

    private func faults(in value: JSONValue, by schema: JSONValue, keyword: String, at path: String) -> [String] {
        let rule = schema[keyword]
        func expect(_ holds: Bool) -> [String] { holds ? [] : ["\(path): \(keyword)"] }
        switch (keyword, value) {
        case ("$schema", _), ("$id", _), ("$defs", _), ("title", _), ("description", _): return []
        case ("$ref", _): return faults(in: value, by: resolve(rule), at: path)
        case ("type", _):
            let names = (rule.items.isEmpty ? [rule] : rule.items).compactMap(\.text)
            return expect(names.contains(value.typeName))
        case ("const", _): return expect(value == rule)
        case ("enum", _): return expect(rule.items.contains(value))
        case ("not", _): return expect(!faults(in: value, by: rule, at: path).isEmpty)
        case ("anyOf", _): return expect(rule.items.contains { faults(in: value, by: $0, at: path).isEmpty })
        case ("pattern", .string(let text)):
            guard let pattern = rule.text else { return ["\(path): no text in \(keyword)"] }
            return expect(text.range(of: pattern, options: .regularExpression) != nil)
        case ("minimum", .number(let number)):
            guard case .number(let least) = rule else { return ["\(path): no number in \(keyword)"] }
            return expect(number >= least)
        case ("minItems", .array(let items)):
            guard case .number(let least) = rule else { return ["\(path): no number in \(keyword)"] }
            return expect(Double(items.count) >= least)
        case ("maxItems", .array(let items)):
            guard case .number(let most) = rule else { return ["\(path): no number in \(keyword)"] }
            return expect(Double(items.count) <= most)
        case ("items", .array(let items)):
            return items.enumerated().flatMap { faults(in: $0.element, by: rule, at: "\(path)[\($0.offset)]") }
        case ("required", .object(let members)):
            return rule.items.compactMap(\.text).filter { members[$0] == nil }.map { "\(path): \($0) is missing" }
        case ("properties", .object(let members)):
            return rule.keys.flatMap { key in
                members[key].map { faults(in: $0, by: rule[key], at: "\(path).\(key)") } ?? []
            }
        case ("additionalProperties", .object(let members)):
            guard rule == .bool(false) else { return ["\(path): \(keyword) is not understood"] }
            return members.keys.filter { !schema["properties"].keys.contains($0) }.map { "\(path): \($0) is too many" }
        case ("pattern", _), ("minimum", _), ("minItems", _), ("maxItems", _), ("items", _), ("required", _),
            ("properties", _),
            ("additionalProperties", _):
            // They say nothing about values of other types.
            return []
        default: return ["\(path): \(keyword) is not understood"]
        }
    }

    /// What `#/$defs/name` means.
    private func resolve(_ reference: JSONValue) -> JSONValue {
        let path = (reference.text ?? "").split(separator: "/").dropFirst()
        return path.reduce(root) { $0[String($1)] }
    }
}
