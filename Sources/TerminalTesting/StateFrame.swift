/// One line of a state log: what a settled frame of the screen means (D1).
public struct StateFrame: Codable, Equatable, Sendable {
    /// The version of the format.
    public var v: Int
    /// The frame's number, rising.
    public var frame: Int
    /// The screen's id (D2).
    public var screen: String
    /// `zh-Hans` or `en`.
    public var language: String
    /// The window: rows, columns.
    public var size: [Int]
    /// The id of the node that has the focus.
    public var focus: String?
    /// The cursor's row and column, counted from 0; nil while it is hidden.
    public var cursor: [Int]?
    /// Whether a call of the service is under way.
    public var busy: Bool
    /// What is on the screen.
    public var nodes: [Node]
    /// The alert that is open.
    public var alert: Alert?
    /// The text of the toast that shows.
    public var toast: String?

    /// The page of the help that shows; nil while it is closed.
    public var help: Help?

    /// The node with `id`.
    public func node(_ id: String) -> Node? { nodes.first { $0.id == id } }

    /// A part of the screen that has a meaning of its own.
    public struct Node: Codable, Equatable, Sendable {
        /// The stable id (D2).
        public var id: String
        /// The ARIA role.
        public var role: String
        /// The label in the screen's language.
        public var label: String
        /// What is in it; never there for secrets and codes.
        public var value: String?
        /// For secrets and codes, the number of code points.
        public var length: Int?
        /// For secrets, whether it is a remembered one.
        public var remembered: Bool?
        /// Whether it can be used.
        public var enabled: Bool?
        /// Whether its value keeps the rules.
        public var valid: Bool?
        /// Whether a check box is on.
        public var checked: Bool?
        /// For sessions, whether it is the one that is used.
        public var current: Bool?
        /// Its cells: row, column, height, width.
        public var rect: [Int]?
    }

    /// The help.
    public struct Help: Codable, Equatable, Sendable {
        /// The page that shows, from 1.
        public var page: Int
        /// How many there are.
        public var pages: Int
    }

    /// An alert.
    public struct Alert: Codable, Equatable, Sendable {
        /// The stable id (D2).
        public var id: String
        /// The title.
        public var title: String?
        /// The text.
        public var text: String?
        /// The buttons, left to right.
        public var buttons: [Node]?
    }
}
