import LoginFlow
import Testing

@Suite("Names of elements")
struct ElementIDTests {
    @Test("D2: the names that scripts know are these")
    func names() {
        #expect(
            ElementID.allCases.map(\.rawValue) == [
                "account", "password", "password-again", "strength", "code", "get-code", "captcha", "new-picture",
                "use-code", "remember", "auto-login", "end-sessions", "submit", "register", "reset", "back", "log-out",
                "settings", "change-password", "current-password", "sessions", "session", "refresh",
                "log-out-everywhere",
            ])
        #expect(
            Alert.ID.allCases.map(\.rawValue) == [
                "account-missing", "login-failed", "register-failed", "change-failed", "log-out-everywhere",
                "end-session", "reset-failed", "verification-failed", "not-offered",
            ])
        #expect(Alert.Button.allCases.map(\.rawValue) == ["cancel", "go-register", "ok", "log-out", "end-session"])
    }
}
