import Accounts
import LoginFlow
import TerminalCore
import TerminalWidgets

/// What a form shows, before it is decided where: the full card and the compact one are drawn from the same.
///
/// It is made at every key and mostly compared with the one before, so what always reads the same is named and not yet
/// put into words.
struct FormPicture: Equatable {
    /// A field with its label above or before it.
    struct Field: Equatable {
        let id: ElementID
        let label: Word
        /// The label where little room is left.
        var shortLabel: Word
        var content: TextField
        let placeholder: Phrase
        /// The placeholder where that has no room; nil for the same.
        var shortPlaceholder: Phrase?
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
    struct FieldButton: Equatable {
        let id: ElementID
        let label: String
        /// The label where the whole leaves no room for the field's placeholder; nil for the same.
        var shortLabel: String?
        let isEnabled: Bool
    }

    /// The room for a picture, and what is in it.
    enum Image: Equatable {
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

    struct CheckBox: Equatable {
        let id: ElementID
        let label: Word
        let isChecked: Bool
    }

    struct Link: Equatable {
        let id: ElementID
        let label: Word
    }

    struct SubmitButton: Equatable {
        /// What it says.
        let name: Word
        /// What moves before that while something is under way (L8).
        var spinner: String?

        /// What is drawn on it.
        func label(in words: Words) -> String {
            (spinner.map { $0 + " " } ?? "") + words[name]
        }
    }

    let title: Word
    var image = Image.none
    let fields: [Field]
    var checkBoxes: [CheckBox] = []
    let button: SubmitButton
    let isButtonEnabled: Bool
    let links: [Link]
    /// The measure of a new password, from 0 to 4.
    var strength: Int?
    /// Whether what is typed travels unencrypted, which stands there as long as the form is open (section 5).
    var isUnencrypted = false
}

extension FormPicture {
    /// Whether only what is typed, and what follows from it, can differ from `other`: the fields' texts and hints, and
    /// whether the button is enabled.
    func hasSameParts(as other: FormPicture) -> Bool {
        title == other.title && image == other.image && checkBoxes == other.checkBoxes && button == other.button
            && links == other.links && isUnencrypted == other.isUnencrypted
            && (strength == nil) == (other.strength == nil)
            && fields.elementsEqual(other.fields) { $0.id == $1.id && ($0.button == nil) == ($1.button == nil) }
    }
}

extension FormPicture.Field {
    /// Whether it differs from `other` in nothing but the hint.
    func looksTheSame(as other: FormPicture.Field) -> Bool {
        content == other.content && value == other.value && isValid == other.isValid && button == other.button
            && placeholder == other.placeholder
    }

    /// The button's label, where it shares `columns` cells with the field.
    func buttonLabel(_ button: FormPicture.FieldButton, in words: Words, columns: Int) -> String {
        guard let shortLabel = button.shortLabel else { return button.label }
        let placeholder = TextLayout.columns(of: words[shortPlaceholder ?? placeholder])
        return placeholder + 2 + TextLayout.columns(of: button.label) > columns ? shortLabel : button.label
    }

    /// The placeholder as `columns` cells hold it: the short one where the whole has no room, cut where neither has.
    func placeholder(in words: Words, columns: Int, mark: String) -> String {
        let text = words[placeholder]
        guard let shortPlaceholder, TextLayout.columns(of: text) > columns else {
            return TextLayout.truncated(text, to: columns, mark: mark)
        }
        return TextLayout.truncated(words[shortPlaceholder], to: columns, mark: mark)
    }
}
