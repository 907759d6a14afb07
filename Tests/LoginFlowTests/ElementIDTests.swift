import LoginFlow
import Testing

@Suite("Names of elements")
struct ElementIDTests {
    @Test("D2: the names that scripts know are these")
    func names() {
        #expect(
            ElementID.allCases.map(\.rawValue) == [
                "account", "password", "password-again", "strength", "remember", "auto-login", "submit", "register",
                "reset", "back", "log-out", "settings", "change-password", "current-password", "sessions", "session",
                "refresh", "log-out-everywhere",
            ])
        #expect(
            Alert.ID.allCases.map(\.rawValue) == [
                "account-missing", "login-failed", "register-failed", "change-failed", "log-out-everywhere",
                "end-session", "not-offered",
            ])
        #expect(Alert.Button.allCases.map(\.rawValue) == ["cancel", "go-register", "ok", "log-out", "end-session"])
    }
}
