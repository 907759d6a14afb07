import Accounts
import LoginFlow

extension Scene {
    /// Everything that a service may offer to somebody who is logged in.
    static let everything: ServiceDeclaration.Calls = [.register, .changePassword, .notices, .sessions]

    /// Logs in as `user`.
    mutating func enter(_ user: User = User(account: "ada", id: "7", earlierVisit: .never)) {
        fill("ada", "correct horse")
        press(.activate)
        answer(.entered(Session(token: nil, user: user)))
    }

    /// Opens the settings, and there what `element` leads to.
    mutating func open(_ element: ElementID? = nil) {
        enter()
        click(.settings)
        if let element { click(element) }
    }

    /// A session that began at minute `number`, from an address of its own.
    static func session(_ number: Int, isCurrent: Bool = false) -> SessionSummary {
        SessionSummary(
            id: "id-\(number)", start: Timestamp(seconds: Int64(number % 10)), lastUse: Timestamp(seconds: 9),
            peer: number == 2 ? "2001:db8:85a3:8d3:1319:8a2e:370:7348" : "192.0.2.\(number)", isCurrent: isCurrent)
    }

    /// The states of somebody who is logged in that have snapshots.
    static let insides =
        homes + settings + sessionLists + passwordChanges + [
            Scene("session ended elsewhere", calls: everything) {
                $0.enter()
                $0.answer(.failed(.sessionEnded))
            }
        ]

    private static let homes = [
        Scene("home") {
            let visit = User.Visit(time: Timestamp(seconds: 4), peer: "192.0.2.1")
            $0.enter(User(account: "ada", id: "7", earlierVisit: .last(visit)))
        },
        Scene("home, first login") { $0.enter(User(account: "张三", earlierVisit: .never)) },
        Scene("home, last login not told") { $0.enter(User(account: "ada")) },
        Scene("home, long names", calls: everything) {
            let peer = "2001:db8:85a3:8d3:1319:8a2e:370:7348"
            $0.enter(
                User(
                    account: "a-very-long-name-that-does-not-fit@example.com",
                    id: String(repeating: "1234567890", count: 5),
                    earlierVisit: .last(User.Visit(time: Timestamp(seconds: 4), peer: peer))))
            $0.answer(.counted(Notices(mentions: 123_456_789, messages: 9, comments: 0, followers: 1_234_567_890)))
        },
        Scene("home, counting", calls: everything) { $0.enter() },
        Scene("home, counted", calls: everything) {
            $0.enter()
            $0.answer(.counted(Notices(mentions: 3, messages: 12, comments: 0, followers: 105)))
            $0.press(.next)
        },
        Scene("home, stale", calls: everything) {
            $0.enter()
            $0.answer(.counted(Notices(mentions: 3, messages: 12, comments: 0, followers: 105)))
            $0.handle(.timerFired(.refresh))
            $0.answer(.failed(.busy))
        },
    ]

    private static let settings = [
        Scene("settings", calls: everything) { $0.open() },
        Scene("settings, focus on log-out", calls: everything) {
            $0.open()
            $0.focus(.logOut)
        },
        Scene("settings, only log-out", calls: []) { $0.open() },
        Scene("settings, log out everywhere", calls: everything) { $0.open(.logOutEverywhere) },
        Scene("settings, logging out everywhere", calls: everything) {
            $0.open(.logOutEverywhere)
            $0.press(.right, .activate)
        },
    ]

    private static let sessionLists = [
        Scene("sessions, fetching", calls: everything) { $0.open(.sessions) },
        Scene("sessions, not fetched", calls: everything) {
            $0.open(.sessions)
            $0.answer(.failed(.busy))
        },
        Scene("sessions", calls: everything) {
            $0.open(.sessions)
            $0.answer(.listed([session(1, isCurrent: true), session(2)]))
        },
        Scene("sessions, many", calls: everything) {
            $0.open(.sessions)
            $0.answer(.listed((1...40).map { session($0, isCurrent: $0 == 6) }))
            $0.press(.next, .next, .next, .next, .next)
        },
        Scene("sessions, focus on the last link", calls: everything) {
            $0.open(.sessions)
            $0.answer(.listed((1...40).map { session($0, isCurrent: $0 == 6) }))
            $0.press(.previous)
        },
        Scene("sessions, end one", calls: everything) {
            $0.open(.sessions)
            $0.answer(.listed([session(1, isCurrent: true), session(2)]))
            $0.press(.next, .activate)
        },
        Scene("sessions, end this one", calls: everything) {
            $0.open(.sessions)
            $0.answer(.listed([session(1, isCurrent: true), session(2)]))
            $0.press(.activate)
        },
        Scene("sessions, ending one", calls: everything) {
            $0.open(.sessions)
            $0.answer(.listed([session(1, isCurrent: true), session(2)]))
            $0.press(.next, .activate, .right, .activate)
        },
    ]

    private static let passwordChanges = [
        Scene("change password, empty", calls: everything) { $0.open(.changePassword) },
        Scene("change password, faults", calls: everything) {
            $0.open(.changePassword)
            $0.fill("old secret", "password")
            $0.judge(3, .common)
            $0.fill("", "passw")
        },
        Scene("change password, good", calls: everything) {
            $0.open(.changePassword)
            $0.fill("old secret", "correct horse")
            $0.judge(30)
            $0.fill("", "correct horse")
        },
        Scene("change password, wrong current", calls: everything) {
            $0.open(.changePassword)
            $0.fill("old secret", "correct horse", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.credentialsWrong(next: nil)))
            $0.finishShake()
        },
        Scene("password changed", calls: everything) {
            $0.open(.changePassword)
            $0.fill("old secret", "correct horse", "correct horse")
            $0.press(.activate)
            $0.answer(.done)
        },
    ]
}
