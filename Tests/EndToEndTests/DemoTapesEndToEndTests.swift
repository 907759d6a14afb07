import Foundation
import TerminalTesting
import Testing

/// The bundled demos, `Resources/Demos/*.tape` (section 7).
@Suite("The demo tapes", .serialized)
struct DemoTapesEndToEndTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Resources/Demos").path

    /// The names of all tapes, in order.
    private static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".tape") }.sorted()

    @Test("7: each flow has a demo in both languages")
    func languages() {
        let flows = [
            "automatic-login", "compact", "forgotten-password", "help", "locked", "picture-code", "register",
            "remembered", "service-down", "settings", "sms-code", "wrong-password",
        ]
        #expect(Self.names == flows.flatMap { ["\($0)-en.tape", "\($0)-zh-Hans.tape"] })
    }

    @Test("7: a demo plays at full speed as it expects the screens to be", arguments: names)
    func plays(name: String) throws {
        let run = try TapeRun(["play", "\(Self.folder)/\(name)", "--strict", "--speed", "max"])
        #expect(try run.program.waitForExit() == .exited(0), "\(run.errors)")
        #expect(run.errors == "")
        let left = try FileManager.default.contentsOfDirectory(atPath: run.folder.path)
        #expect(left.contains { $0.hasSuffix(".txt") }, "its snapshots")
    }

    @Test("7: both languages of a demo go through the same steps")
    func steps() throws {
        let tapes = try Self.names.map { try String(contentsOfFile: "\(Self.folder)/\($0)", encoding: .utf8) }
        for index in stride(from: 0, to: tapes.count - 1, by: 2) {
            let shapes = tapes[index...index + 1].map { tape in
                tape.split(separator: "\n").map { line in
                    line.replacing(/\/.*?[^\\]\//, with: "/…/").replacing("zh-Hans", with: "en")
                }
            }
            #expect(shapes[0] == shapes[1], "\(Self.names[index])")
        }
    }
}
