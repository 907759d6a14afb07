import Accounts
import LoginFlow
import LoginScreens
import TerminalCore
import Testing

@Suite("Pictures")
struct PictureTests {
    /// The windows that have snapshots.
    static let sizes = [(80, 24), (44, 16), (40, 12), (200, 60), (20, 5)].map { Size(columns: $0.0, rows: $0.1) }

    @Test(
        "Section 2: every screen looks as it was reviewed", arguments: sizes,
        [(Language.english, false), (.english, true), (.simplifiedChinese, false), (.simplifiedChinese, true)])
    func snapshots(_ size: Size, _ look: (language: Language, isASCII: Bool)) throws {
        let text = Scene.all.map { scene in
            let frame = scene.frame(look.language, size: size, isASCII: look.isASCII)
            return scene.name + "\n" + PictureFile.drawing(of: frame) + "\n"
        }.joined(separator: "\n")
        let name = "\(look.language.rawValue)-\(size.columns)x\(size.rows)" + (look.isASCII ? "-ascii" : "")
        let difference = try PictureFile(name).difference(from: text)
        #expect(difference == nil, "\(difference ?? "")")
    }

    // MARK: - The drawings of the specification

    @Test("Section 2: the card is the drawing, cell by cell")
    func card() {
        let drawing = """
                              ┌────────────────── 登录 ──────────────────┐
                              │ 账号                                     │
                              │   13542138562                            │
                              │                                          │
                              │ 密码                                     │
                              │ > ••••••                                 │
                              │   6/20  还差2位                          │
                              │                                          │
                              │ [ ] 记住密码   [ ] 自动登录              │
                              │                                          │
                              │ ┌──────────────────────────────────────┐ │
                              │ │                 登录                 │ │
                              │ └──────────────────────────────────────┘ │
                              │ 去注册                          找回密码 │
                              └──────────────────────────────────────────┘
             Tab 下一项  Enter 登录  Ctrl-R 显示密码  F1 帮助  Ctrl-C 关闭
            """.split(separator: "\n").map(String.init)
        let frame = Scene { $0.fill("13542138562", "secret") }.frame(.simplifiedChinese)
        let blanks = { (count: Int) in Array(repeating: "", count: count) }
        #expect(frame.buffer.lines == blanks(4) + drawing.dropLast() + blanks(4) + drawing.suffix(1))
        // The field's bullets begin two columns behind the mark.
        #expect(frame.buffer.cursor == Position(row: 9, column: 28))
        #expect(frame.buffer[Position(row: 4, column: 18)].text == "┌")
    }

    @Test("Section 2: the compact form is the drawing, cell by cell")
    func compact() {
        let drawing = """
                          -- Log in --
             Account   13542138562
             Password >••••••
                       6/20  2 more
             [ ] Remember password [ ] Auto login
                       [  Log in  ]
             Go register            Forgot password
            """.split(separator: "\n").map(String.init)
        let frame = Scene { $0.fill("13542138562", "secret") }.frame(size: Size(columns: 40, rows: 12))
        #expect(frame.buffer.lines == ["", ""] + drawing + ["", "", " Tab Next  Enter Log in"])
        #expect(frame.buffer.cursor == Position(row: 4, column: 17))
    }

    @Test("L13: an alert leaves the edges of the card beside it, and blanks beside its own")
    func alertOverCard() {
        let lines = Scene.named("alert, unknown account").frame().buffer.lines
        #expect(lines[9].hasPrefix("                  │  │    Sorry, that account does not    │  │"))
        let scene = Scene.named("alert, long")
        let small = scene.frame(size: Painter.smallestSize)
        #expect(
            small.buffer.lines.contains { $0.contains("of the desk's rules.…") } && small.alert?.text.count ?? 0 > 500)
        #expect(
            scene.frame(size: Painter.smallestSize, isASCII: true).buffer.lines.contains { $0.contains("rules...") })
    }

    @Test("L13: an alert that covers the card's upper or lower edge leaves no corner beside it", arguments: 12...24)
    func alertOverEdges(_ rows: Int) {
        for scene in Scene.all where scene.flow.alert != nil {
            for columns in [40, 44, 80] {
                let lines = scene.frame(size: Size(columns: columns, rows: rows)).buffer.lines
                for line in lines {
                    #expect(!line.contains("┌─ ┌") && !line.contains("└─ └") && !line.contains("┌─ │"), "\(scene.name)")
                }
            }
        }
        let lines = Scene.named("sessions, end one").frame(size: Size(columns: 44, rows: 16)).buffer.lines
        #expect(
            lines.first { $0.contains("┌") }?.hasPrefix("   ┌──────") == true
                && lines.dropLast().allSatisfy { $0.count <= 41 })
    }

    @Test("L12: where a toast would lie over the focused field, it stands at the top", arguments: Language.allCases)
    func toastBesideFocus(_ language: Language) {
        let folder = "/var/lib/vestibule/accounts/of/the/house/at/the/corner/of/a/long/street/outbox"
        let scene = Scene(codeKinds: [.emailAddress]) {
            $0.click(.register)
            $0.fill("lin@example.com", "correct horse", "correct horse")
            $0.focus(.getCode)
            $0.press(.activate)
            $0.answer(.codeSent(CodeDispatch(route: .directory(folder), resendDelay: 60)))
        }
        let lines = scene.frame(language, size: Painter.smallestSize).buffer.lines
        let placeholder = language == .english ? ">6-digit code" : ">输入6位验证码"
        #expect(lines.contains { $0.contains(placeholder) } && lines[0].contains("l***@example.com"))
        let elsewhere = Scene.named("toast").frame(language, size: Painter.smallestSize).buffer.lines
        #expect(elsewhere[0].isEmpty && !elsewhere[10].isEmpty)
    }

    @Test("L12, L13: a toast over an open alert hides none of its buttons", arguments: Language.allCases)
    func toastOverAlert(_ language: Language) throws {
        for scene in Scene.all where scene.flow.alert != nil {
            var told = scene
            told.handle(.pasteUnfinished)
            for rows in Painter.smallestSize.rows...24 {
                let size = Size(columns: Painter.smallestSize.columns, rows: rows)
                let (without, with) = (scene.frame(language, size: size), told.frame(language, size: size))
                #expect(with.toast != nil)
                for button in try #require(with.alert).buttons {
                    let row = button.rect.origin.row
                    #expect(with.buffer.lines[row] == without.buffer.lines[row], "\(scene.name), \(rows) rows")
                }
            }
        }
    }

    @Test("L12: nothing looks out beside a toast, which lies over no focused element", arguments: Scene.all.map(\.name))
    func toastAlone(_ name: String) throws {
        for language in Language.allCases {
            for size in [Painter.smallestSize, Size(columns: 44, rows: 16)] {
                let frame = Scene.named(name).frame(language, size: size)
                guard let toast = frame.toast else { continue }
                let lines = frame.buffer.lines.map { $0.filter { $0 != " " } }
                var rest = Substring(toast.filter { !" \n".contains($0) })
                let top = try #require(lines.firstIndex { !$0.isEmpty && rest.hasPrefix($0) })
                var row = top
                while row < size.rows - 1, !rest.isEmpty {
                    let isCut = lines[row].hasSuffix("…") && !rest.hasPrefix(lines[row])
                    #expect(rest.hasPrefix(isCut ? String(lines[row].dropLast()) : lines[row]), "\(lines[row])")
                    rest = isCut ? "" : rest.dropFirst(lines[row].count)
                    row += 1
                }
                #expect(rest.isEmpty)
                guard let focused = frame.nodes.first(where: { $0.id == frame.focus })?.rect else { continue }
                #expect(focused.endRow <= top || focused.origin.row >= row)
            }
        }
    }

    @Test("T6: what a service says at too great length is cut with the mark of the screen, in ASCII too (T3)")
    func cutWords() {
        func scene(_ words: String) -> Scene {
            Scene {
                $0.fill("ada", "correct horse")
                $0.press(.activate)
                $0.answer(.failed(.refused(text: words)))
            }
        }
        // What is the service's own stays as it is.
        #expect(scene("Wait…").frame(isASCII: true).toast == "Error: Wait…")
        let scene = scene(ServiceError.shortened(String(repeating: "x", count: 300)))
        #expect(scene.frame().buffer.lines.contains { $0.hasSuffix("x…") })
        #expect(scene.frame(isASCII: true).buffer.lines.contains { $0.hasSuffix("x...") })
        #expect(!scene.frame(isASCII: true).buffer.lines.contains { $0.contains("…") })
    }

    @Test("H3: what is said of a long list that was not fetched anew is cut with the mark beside its place")
    func staleList() {
        let scene = Scene(calls: Scene.everything) {
            $0.open(.sessions)
            $0.answer(.listed((1...100).map { Scene.session($0) }))
            $0.press(.previous)
            $0.press(.activate)
            $0.answer(.failed(.busy))
        }
        let lines = scene.frame(size: Painter.smallestSize).buffer.lines
        #expect(lines.contains { $0 == "   The list could not be fe… 1-3 of 100" })
    }

    @Test("L2, A5: placeholders have room beside their buttons in the smallest window", arguments: Language.allCases)
    func placeholders(_ language: Language) {
        for scene in Scene.all where !scene.name.contains("long") {
            let frame = scene.frame(language, size: Painter.smallestSize)
            for node in frame.nodes where node.role == .textbox && frame.alert == nil && frame.help == nil {
                let line = frame.buffer.lines[node.rect.origin.row]
                #expect(!line.contains("…"), "\(scene.name): \(line)")
            }
        }
    }

    @Test("T2: the card where it fits, else the compact form, and below 40×12 the notice")
    func fits() {
        let scene = Scene("") { $0.fill("ada", "correct horse") }
        func first(_ columns: Int, _ rows: Int) -> String {
            let frame = scene.frame(size: Size(columns: columns, rows: rows))
            if frame.screen == "too-small" { return "too small" }
            return frame.buffer.lines.contains { $0.contains("-- Log in --") } ? "compact" : "card"
        }
        #expect(first(44, 16) == "card")
        #expect(first(43, 16) == "compact" && first(44, 15) == "compact" && first(40, 12) == "compact")
        #expect(first(200, 15) == "compact" && first(43, 60) == "compact")
        #expect(first(39, 12) == "too small" && first(40, 11) == "too small")
    }

    @Test("T2: any size can be painted", arguments: Language.allCases)
    func anySize(_ language: Language) {
        for scene in Scene.all {
            for (columns, rows) in [(1, 1), (0, 0), (2, 60), (200, 1), (40, 13), (45, 17), (41, 99), (79, 12)] {
                let frame = scene.frame(language, size: Size(columns: columns, rows: rows))
                #expect(frame.buffer.cells.count == columns * rows)
                guard let cursor = frame.buffer.cursor else { continue }
                #expect((0..<rows).contains(cursor.row) && (0..<columns).contains(cursor.column), "\(scene.name)")
            }
        }
    }

    @Test("T3: with ASCII marks nothing but words and borders is beyond ASCII", arguments: Scene.all.map(\.name))
    func ascii(_ name: String) {
        let typed = "密码林二张三忘记请联系前台。"
        let borders = "┌─┐│└┘"
        for cell in Scene.named(name).frame(isASCII: true).buffer.cells {
            #expect(cell.text.utf8.allSatisfy { $0 < 0x80 } || (typed + borders).contains(cell.text), "\(cell.text)")
        }
    }
}
