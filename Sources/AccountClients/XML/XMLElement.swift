import CXML2
import Cryptography
import Text

/// An element of a document from a service that nobody need trust (6.3).
///
/// Neither DTDs nor entities are taken, nothing is fetched, and elements lie at most 256 deep in each other; the size
/// is limited where replies are read.
final class XMLElement {
    /// The document, which goes with the last of its elements.
    private final class Document {
        let pointer: xmlDocPtr

        init(_ pointer: xmlDocPtr) { self.pointer = pointer }

        deinit { xmlFreeDoc(pointer) }
    }

    private let document: Document
    private let node: xmlNodePtr

    private init(_ node: xmlNodePtr, in document: Document) {
        self.node = node
        self.document = document
    }

    /// Reads a document in whatever encoding it declares; the root is nil for anything that is not well-formed.
    static func root(of text: Secret) -> XMLElement? {
        xmlInitParser()
        guard let parser = xmlNewParserCtxt() else { return nil }
        defer { xmlFreeParserCtxt(parser) }
        // Called where a DTD begins, before anything in it is read.
        parser.pointee.sax.pointee.internalSubset = { context, _, _, _ in
            guard let context else { return }
            xmlStopParser(context.assumingMemoryBound(to: xmlParserCtxt.self))
        }
        let options = CInt(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue)
        let parsed = text.withUnsafeBytes { bytes in
            xmlCtxtReadMemory(
                parser, bytes.bindMemory(to: CChar.self).baseAddress, CInt(bytes.count), nil, nil, options)
        }
        guard let parsed else { return nil }
        let document = Document(parsed)
        guard parser.pointee.wellFormed == 1, parsed.pointee.intSubset == nil,
            let root = xmlDocGetRootElement(parsed)
        else { return nil }
        return XMLElement(root, in: document)
    }

    /// What it is called, without a prefix.
    var name: String { String(cString: node.pointee.name) }

    /// The first child of that name.
    func child(_ name: String) -> XMLElement? {
        var next = xmlFirstElementChild(node)
        while let child = next {
            if String(cString: child.pointee.name) == name { return XMLElement(child, in: document) }
            next = xmlNextElementSibling(child)
        }
        return nil
    }

    /// All text in it, without the white space around it.
    var text: String {
        guard let content = xmlNodeGetContent(node) else { return "" }
        defer { vestibule_xml_release(content) }
        return String(cString: content).trimmed
    }
}
