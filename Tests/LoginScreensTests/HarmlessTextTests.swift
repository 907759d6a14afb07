import Accounts
import Foundation
import LoginFlow
import LoginScreens
import TerminalCore
import Testing

@Suite("Texts from elsewhere")
struct HarmlessTextTests {
    /// What could command a terminal or turn a line round.
    static let hostile = [
        "a\u{1B}[2Jb", "a\u{1B}]0;title\u{7}b", "a\u{9B}31mb", "a\u{202E}b", "a\u{2066}b\u{2069}", "a\rb", "a\nb",
        "a\r\nb",
        "a\tb", "a\u{7F}b", "a\u{200F}b", "a\u{2028}b", "a\u{0}b", "a\u{61C}b",
    ]

    private func isHarmless(_ frame: Frame) -> Bool {
        frame.buffer.cells.allSatisfy { cell in
            cell.text.unicodeScalars.allSatisfy {
                switch $0.value {
                case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: false
                default: true
                }
            }
        }
    }

    /// Whether something of `text` is on the picture at all, so that the test looks at the right place.
    private func shows(_ frame: Frame, _ text: String) -> Bool {
        frame.buffer.lines.contains { $0.contains(text) }
    }

    @Test("T6: a user's name, number and last place cannot reach the terminal as commands", arguments: hostile)
    func user(_ text: String) {
        let scene = Scene {
            $0.fill("ada", "correct horse")
            $0.press(.activate)
            let visit = User.Visit(time: Timestamp(seconds: 1), peer: "peer" + text)
            let user = User(account: "name" + text, id: "id" + text, earlierVisit: .last(visit))
            $0.answer(.entered(Session(token: nil, user: user)))
        }
        for size in PictureTests.sizes {
            let frame = scene.frame(size: size)
            #expect(isHarmless(frame))
            guard frame.screen == "home" else { continue }
            #expect(shows(frame, "namea") && shows(frame, "ida") && shows(frame, "pee"))
        }
    }

    @Test("T6: nor can a service's texts in alerts and in the help", arguments: hostile)
    func information(_ text: String) {
        let information: [ServiceDeclaration.Information: String] = [.reset: text, .register: text, .help: text]
        let scenes = [
            Scene(calls: [], information: information) { $0.click(.register) },
            Scene(calls: [], information: information) { $0.click(.reset) },
            Scene(information: information) { $0.press(.help, .previous) },
        ]
        for scene in scenes {
            for size in PictureTests.sizes {
                let frame = scene.frame(size: size)
                #expect(isHarmless(frame))
                if frame.screen != "too-small" { #expect(shows(frame, "a")) }
            }
        }
    }

    @Test("T6: nor what is typed as an account, or a password that is shown", arguments: hostile)
    func typed(_ text: String) {
        let scene = Scene {
            $0.fill("x" + text, "x" + text)
            $0.press(.reveal)
        }
        for size in PictureTests.sizes {
            let frame = scene.frame(size: size)
            #expect(isHarmless(frame))
            if frame.screen != "too-small" { #expect(shows(frame, "xa")) }
        }
    }

    @Test("D1, T6: the state log tells them exactly, and can be shown on a terminal", arguments: hostile + [#"a"b\c"#])
    func stateLog(_ text: String) throws {
        let scene = Scene {
            $0.fill("ada", "correct horse")
            $0.press(.activate)
            $0.answer(.entered(Session(token: nil, user: User(account: text, id: "林" + text))))
        }
        let json = StateRecord(number: 1, language: .english, frame: scene.frame()).json
        let nodes = try JSONValue(Data(json.utf8))["nodes"].items
        #expect(nodes[0]["value"] == .string(text) && nodes[1]["value"] == .string("林" + text))
        var other = Buffer(size: Size(columns: 1000, rows: 1))
        other.write(json, at: Position(row: 0, column: 0))
        #expect(other.lines[0].hasPrefix("{") && !other.lines[0].contains("\u{FFFD}"), "nothing was replaced")
        #expect(json.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    @Test("T6: nor the environment's character set", arguments: hostile)
    func charset(_ text: String) {
        let frame = Scene(notice: .charsetReplaced("x" + text)).frame()
        #expect(isHarmless(frame) && shows(frame, "set xa"))
    }
}
