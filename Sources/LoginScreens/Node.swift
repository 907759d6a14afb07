import LoginFlow
import TerminalCore

/// One element of a picture, as data (D1).
public struct Node: Equatable, Sendable {
    /// The ARIA role of an element.
    public enum Role: String, Sendable {
        /// A field for text.
        case textbox
        /// A box that is checked or not.
        case checkbox
        /// Something to press.
        case button, link
        /// A list, and one of its items, to press as well.
        case list, listitem
        /// A display of a measure.
        case meter
        /// Text that tells a value.
        case status
        /// A picture that has to be seen.
        case image = "img"
    }

    /// What an element holds.
    public enum Value: Equatable, Sendable {
        /// Nothing.
        case none
        /// Text that anyone may see.
        case text(String)
        /// A secret of so many code points.
        case length(Int)
        /// A secret that is remembered, of which not even the length is told (L3).
        case remembered
    }

    /// What a click on it means; nil where nothing can be pressed.
    public let target: ClickTarget?
    /// The name that scripts know it by (D2).
    public let id: String
    /// What it is.
    public let role: Role
    /// The words that stand by it or on it.
    public let label: String
    /// What it holds.
    public var value = Value.none
    /// Whether it does what it says when it is used.
    public var isEnabled = true
    /// Whether its content keeps the rules; nil where there is no rule, or nothing to judge.
    public var isValid: Bool?
    /// Whether it is checked; nil for all but check boxes.
    public var isChecked: Bool?
    /// Whether it is the session that is used; nil for all but sessions.
    public var isCurrent: Bool?
    /// Where it is, by the cells that a click on it may meet.
    public let rect: Rect

    init(_ element: ElementID, role: Role, label: String, rect: Rect) {
        target = role == .meter || role == .status ? nil : .element(element)
        id = element.rawValue
        self.role = role
        self.label = label
        self.rect = rect
    }

    init(_ button: Alert.Button, label: String, rect: Rect) {
        target = .alertButton(button)
        id = button.rawValue
        role = .button
        self.label = label
        self.rect = rect
    }

    init(session index: Int, label: String, value: String, rect: Rect) {
        target = .session(index)
        id = Self.id(ofSession: index)
        role = .listitem
        self.label = label
        self.value = .text(value)
        self.rect = rect
    }

    /// The name of a row of the list of sessions: `session-1` for the first, at index 0.
    static func id(ofSession index: Int) -> String { "\(ElementID.session.rawValue)-\(index + 1)" }

    init(list id: String, label: String, rect: Rect) {
        target = nil
        self.id = id
        role = .list
        self.label = label
        self.rect = rect
    }

    init(image id: String, label: String, rect: Rect) {
        target = nil
        self.id = id
        role = .image
        self.label = label
        self.rect = rect
    }

    init(status id: String, label: String, value: String, rect: Rect) {
        target = nil
        self.id = id
        role = .status
        self.label = label
        self.value = .text(value)
        self.rect = rect
    }
}

/// A picture and what is on it.
public struct Frame: Equatable, Sendable {
    /// An alert as it is shown.
    public struct AlertContent: Equatable, Sendable {
        /// Which one.
        public let id: Alert.ID
        /// Its title and its text, in the screen's language.
        public let title: String, text: String
        /// Its buttons.
        public let buttons: [Node]
        /// The button that Enter presses.
        public let focus: Alert.Button
    }

    /// The help as it is shown.
    public struct HelpContent: Equatable, Sendable {
        /// Which page, from 1, and how many there are.
        public let page: Int, pages: Int
    }

    /// The cells.
    public internal(set) var buffer: Buffer
    /// The screen's name (D2).
    public internal(set) var screen: String
    /// The elements of the screen; those of an alert are in ``alert``.
    public internal(set) var nodes: [Node] = []
    /// The name of the focused element, or of the alert's button that has the focus.
    public internal(set) var focus: String?
    /// The alert that lies over the screen.
    public internal(set) var alert: AlertContent?
    /// The line beside the form.
    public internal(set) var toast: String?
    /// The page of the help that lies over the screen.
    public internal(set) var help: HelpContent?
    /// Whether a call is under way (L8).
    public internal(set) var isBusy = false
    /// Whether it is more than one picture of a movement, and so worth telling (D1).
    public internal(set) var isSettled = true
    /// What it was drawn from, where that is a form with nothing over it.
    var sketch: Sketch?

    init(screen: String, size: Size) {
        buffer = Buffer(size: size)
        self.screen = screen
    }

    /// What a press at `position` meets; while an alert is open, nothing but its buttons.
    public func target(at position: Position) -> ClickTarget {
        let nodes = alert?.buttons ?? nodes
        return nodes.first { $0.rect.contains(position) && $0.target != nil }?.target ?? .background
    }
}
