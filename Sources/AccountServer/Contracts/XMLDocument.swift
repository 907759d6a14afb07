/// Writes an XML 1.0 document of elements with text, in UTF-8.
///
/// Nothing gets into it unescaped: an element holds text or elements, and there are no attributes.
struct XMLDocument {
    /// The document so far.
    private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    /// The media type.
    static let mediaType = "text/xml; charset=utf-8"

    /// Adds an element of elements.
    mutating func element(_ name: StaticString, _ content: (inout XMLDocument) -> Void) {
        text += "<\(name)>"
        content(&self)
        text += "</\(name)>"
    }

    /// Adds an element of text.
    mutating func element(_ name: StaticString, _ content: String) {
        element(name) { document in
            for scalar in content.unicodeScalars { document.append(scalar) }
        }
    }

    /// What XML gives a meaning is escaped; what it forbids (XML 1.0, section 2.2) is replaced.
    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x26: text += "&amp;"
        case 0x3C: text += "&lt;"
        case 0x3E: text += "&gt;"
        // A carriage return would be read as a line feed.
        case 0x0D: text += "&#13;"
        case 0x09, 0x0A, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: text.unicodeScalars.append(scalar)
        default: text += "\u{FFFD}"
        }
    }
}
