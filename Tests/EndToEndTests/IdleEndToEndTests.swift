import Foundation
import TerminalTesting
import Testing

@Suite("Idleness")
struct IdleEndToEndTests {
    /// Where the front end can stand still.
    enum Place: String, CaseIterable, Sendable {
        case empty, typed, help, incomplete, cutShort, cancelled, alert, register, home, loggedOut
    }

    @Test("T8: idle means idle: no byte, no wake-up", arguments: Place.allCases)
    func idle(place: Place) throws {
        let vestibule = try Vestibule("--service", "demo:?delay=\(place == .cancelled ? "3600" : "0.1")")
        try vestibule.wait(forScreen: "login")
        try go(to: place, in: vestibule)
        try vestibule.program.expectStillSecond()
    }

    private func go(to place: Place, in vestibule: Vestibule) throws {
        let program = vestibule.program
        switch place {
        case .empty: break
        case .typed:
            try program.type("ada\rtestApp")
            try vestibule.wait(forPasswordLength: 7)
        case .incomplete:
            try program.type("\r\r")
            try vestibule.wait(forAlert: "login-failed")
        case .cutShort:
            try program.press(.enter)
            try vestibule.wait(forFocus: "password")
            // The second key ends the shake that the first begins, and closes the alert.
            try program.press(.enter, .enter)
            try vestibule.wait(forFocus: "account")
        case .cancelled:
            try vestibule.logIn("ada", "testApp123456")
            try vestibule.wait(for: "a call under way") { $0.busy }
            try program.press(.escape)
            try vestibule.wait(for: "an idle form") { !$0.busy }
        case .alert:
            try vestibule.logIn("nobody", "testApp123456")
            try vestibule.wait(forAlert: "account-missing")
        case .help:
            try program.press(.function(1))
            try vestibule.wait(for: "the help, which hides the cursor") { $0.cursor == nil }
        case .register:
            try vestibule.logIn("nobody", "testApp123456")
            try vestibule.wait(forAlert: "account-missing")
            try program.press(.right, .enter)
            try vestibule.wait(forScreen: "register")
            try program.type("brisk-Otter-42")
            try vestibule.wait(forPasswordLength: 14)
        case .home:
            try vestibule.logIn("ada", "testApp123456")
            try vestibule.wait(for: "home, counted") { $0.node("mentions")?.value == "3" }
        case .loggedOut:
            try go(to: .home, in: vestibule)
            try program.press(.tab, .enter)
            try vestibule.wait(forScreen: "login")
        }
    }
}
