/// What is spoken on the port; all of them over one engine, which counts for all of them (section 6, A3).
public enum Contract: String, Hashable, Sendable, CaseIterable {
    /// JSON under `/v1` (6.1).
    case native
    /// `login.php` of document 000 (6.2).
    case flags
    /// The two paths of document 001 (6.3).
    case xml

    /// The path of the flag contract.
    static let flagsPath = "/testApp/Login/login.php"
    /// The path of the XML contract's login.
    static let xmlLoginPath = "/action/api/login_validate"
    /// The path of the XML contract's counters.
    static let xmlNoticePath = "/action/api/user_notice"
}
