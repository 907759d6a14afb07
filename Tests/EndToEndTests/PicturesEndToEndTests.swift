import Foundation
import TerminalTesting
import Testing

/// The pictures of README.md, which are drawn from a tape (section 7).
@Suite struct PicturesEndToEndTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("7: the pictures of README.md show the screens as they are; if not, run Resources/Pictures/draw.sh")
    func areUpToDate() throws {
        let pictures = Self.root.appendingPathComponent("Resources/Pictures")
        let run = try TapeRun(
            ["play", pictures.appendingPathComponent("pictures.tape").path, "--speed", "max"])
        #expect(try run.program.waitForExit(within: .seconds(120)) == .exited(0), "\(run.errors)")
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let names = readme.matches(of: /Resources\/Pictures\/([^)]+\.svg)\)/).map { String($0.1) }
        #expect(names.count > 10)
        for name in names {
            let file = try String(contentsOf: pictures.appendingPathComponent(name), encoding: .utf8)
            // A session at its own pace is never the same twice, but it ends at a screen that has a picture.
            if name == "demo.svg" {
                #expect(file.contains("@keyframes"))
                let home = try String(contentsOf: pictures.appendingPathComponent("home-en.svg"), encoding: .utf8)
                #expect(Self.lastScreen(of: file) == Self.lastScreen(of: home))
            } else {
                #expect(run.folder.text(of: "Resources/Pictures/\(name)") == file, "\(name)")
            }
        }
    }

    /// The characters that a picture shows where nothing moves, with their looks and places.
    private static func lastScreen(of picture: String) -> Set<[Substring]> {
        var isHidden = false
        var characters: Set<[Substring]> = []
        for line in picture.split(separator: "\n") {
            if line.hasPrefix("<g class=\"a h\"") { isHidden = true }
            if line.hasPrefix("</g>") { isHidden = false }
            guard !isHidden, let row = line.firstMatch(of: /^<text ([^>]*)>/) else { continue }
            for cell in line.matches(of: /<tspan ([^>]*)>([^<]*)</) {
                characters.insert([row.output.1, cell.output.1, cell.output.2])
            }
        }
        return characters
    }
}
