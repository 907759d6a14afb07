import Accounts
import LoginFlow
import TerminalCore
import TerminalWidgets

/// What a form shows, before it is decided where: the full card and the compact one are drawn from the same.
struct FormPicture {
    /// A field with its label above or before it.
    struct Field {
        let id: ElementID
        let label: String
        /// The label where little room is left.
        var shortLabel: String
        var content: TextField
        let placeholder: String
        var value: Node.Value
        var isValid: Bool?
        /// The line under the field.
        var hint: [Span] = []
        /// Whether the compact card keeps a row for the hint.
        var keepsHintRow = false
        /// What can be pressed behind the field.
        var button: FieldButton?
    }

    /// A run of text in one look.
    struct Span: Equatable {
        let text: String
        let style: Style
    }

    /// A button in a field's row.
    struct FieldButton {
        let id: ElementID
        let label: String
        let isEnabled: Bool
    }

    /// The room for a picture, and what is in it.
    enum Image {
        /// No room.
        case none
        /// The picture, which may still be on its way.
        case shown(BitPicture?)

        /// The rows that it takes, with one above it.
        var rows: Int {
            switch self {
            case .none: 0
            case .shown: 6
            }
        }
    }

    struct CheckBox {
        let id: ElementID
        let label: String
        let isChecked: Bool
    }

    struct Link {
        let id: ElementID
        let label: String
    }

    struct SubmitButton {
        /// What it says.
        let name: String
        /// The same as it is drawn, spinner and all.
        let label: String
    }

    let title: String
    var image = Image.none
    let fields: [Field]
    var checkBoxes: [CheckBox] = []
    let button: SubmitButton
    let isButtonEnabled: Bool
    let links: [Link]
    /// The measure of a new password, from 0 to 4.
    var strength: Int?
}

extension FormPicture.Field {
    /// The field's node at `rect`.
    func node(at rect: Rect) -> Node {
        var node = Node(id, role: .textbox, label: label, rect: rect)
        node.value = value
        node.isValid = isValid
        return node
    }
}
