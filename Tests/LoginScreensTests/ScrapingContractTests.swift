import Foundation
import LoginFlow
import Testing

@testable import LoginScreens

/// What scripts may rely on, as a list beside the schema: `Resources/Contracts/<version>.txt` (D2).
@Suite("The scraping contract")
struct ScrapingContractTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static var list: URL {
        root.appendingPathComponent("Resources/Contracts/\(StateRecord.version).txt")
    }

    /// The alerts of forms that are sent too early (L6), which look like the others and so have no pictures.
    private static let incompleteForms = [
        Scene("registration, incomplete") {
            $0.click(.register)
            $0.click(.submit)
            $0.finishShake()
        },
        Scene("forgotten password, incomplete") {
            $0.click(.reset)
            $0.click(.submit)
            $0.finishShake()
        },
        Scene("forgotten password, code for nobody") {
            $0.click(.reset)
            $0.click(.getCode)
            $0.finishShake()
        },
    ]

    /// One line for each element and alert that any scene shows: where, id, role, and the label in each language.
    private static var lines: [String] {
        var lines: Set<String> = []
        for scene in Scene.all + incompleteForms {
            let (chinese, english) = (scene.frame(.simplifiedChinese), scene.frame(.english))
            func note(_ place: String, _ nodes: (Frame) -> [Node]) {
                for (one, other) in zip(nodes(chinese), nodes(english)) {
                    // The label of a session is where it comes from; that of a button that waits moves or counts.
                    let isFixed = one.role != .listitem && !one.label.contains(/\d+ s|\d+秒|⠋/)
                    guard isFixed else { continue }
                    lines.insert([place, one.id, one.role.rawValue, one.label, other.label].joined(separator: "\t"))
                }
            }
            note(english.screen) { $0.nodes }
            guard let alert = english.alert, let title = chinese.alert?.title else { continue }
            lines.insert(["alert", alert.id.rawValue, "-", title, alert.title].joined(separator: "\t"))
            note("alert \(alert.id.rawValue)") { $0.alert?.buttons ?? [] }
        }
        return lines.sorted()
    }

    @Test("D2: ids, roles and labels are those of this version's list; other ones are another version")
    func list() throws {
        let text = Self.lines.map { $0 + "\n" }.joined()
        // A list that stands is never written over: who changes the screens gives them another number.
        guard FileManager.default.fileExists(atPath: Self.list.path) else {
            try Data(text.utf8).write(to: Self.list)
            Issue.record("\(Self.list.lastPathComponent) was missing and has been written; review it")
            return
        }
        let listed = try String(contentsOf: Self.list, encoding: .utf8).split(separator: "\n").map(String.init)
        let changes = Self.lines.difference(from: listed).map {
            switch $0 {
            case .remove(_, let line, _): "- \(line)"
            case .insert(_, let line, _): "+ \(line)"
            }
        }
        #expect(changes == [], "raise StateRecord.version and the schema's, and have this test write the new list")
    }

    @Test("D2: the list holds every alert and every element that has a fixed label")
    func completeness() throws {
        let ids = Set(Self.lines.map { $0.split(separator: "\t")[1] })
        for element in ElementID.allCases where element != .session {
            #expect(ids.contains(Substring(element.rawValue)), "\(element)")
        }
        for alert in Alert.ID.allCases { #expect(ids.contains(Substring(alert.rawValue)), "\(alert)") }
        for button in Alert.Button.allCases { #expect(ids.contains(Substring(button.rawValue)), "\(button)") }
    }

    @Test("D1, D2: the list, the schema, the state log and README.md name one version")
    func version() throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let headings = readme.matches(of: /### The scraping contract, version (\d+)\n/)
        #expect(headings.map { String($0.1) } == ["\(StateRecord.version)"])
        let schema = try String(
            contentsOf: Self.root.appendingPathComponent("Resources/state.schema.json"), encoding: .utf8)
        #expect(schema.contains("\"urn:vestibule:state:\(StateRecord.version)\""))
        let lists = try FileManager.default.contentsOfDirectory(atPath: Self.list.deletingLastPathComponent().path)
        #expect(lists.compactMap { Int($0.prefix { $0 != "." }) }.max() == StateRecord.version)
    }
}
