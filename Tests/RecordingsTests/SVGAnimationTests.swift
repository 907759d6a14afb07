import Asciicast
import Foundation
import FoundationXML
import TerminalCore
import Testing

@testable import Recordings

/// Section 7: sessions for READMEs, as one file that moves by itself.
@Suite struct SVGAnimationTests {
    private let session = cast(
        [(500, "\u{1B}[?25la"), (1_000, "b"), (2_000, "\u{1B}[41mc\u{1B}[m"), (3_000, "\rx"), (4_000, "\u{1B}[2J")])

    /// The times in seconds at which something appears or goes, from the rules of `svg`.
    private func changes(_ svg: String) throws -> [Double] {
        let length = try #require(svg.firstMatch(of: /animation:([0-9.]+)s step-end infinite/).flatMap { Double($0.1) })
        let percents = Set(svg.matches(of: /([0-9.]+)%/).compactMap { Double($0.1) })
        return percents.map { ($0 / 100 * length * 1_000).rounded() / 1_000 }.sorted()
    }

    @Test func everyFrameHasItsTime() throws {
        var times: [Double] = []
        FrameSequence(session).forEach { times.append($0.time / .seconds(1)) }
        #expect(try changes(session.animatedSVG) == times)
        #expect(try changes(session.animatedSVG) == [0, 0.48, 1, 2, 3, 4])
        #expect(session.animatedSVG.contains("animation:6s step-end"))
    }

    @Test func aCellIsDrawnOnceAndShowsWhileItIsThere() throws {
        let svg = session.animatedSVG
        for text in ["a", "b", "c", "x"] { #expect(svg.ranges(of: ">\(text)</tspan>").count == 1) }
        let document = try XMLDocument(xmlString: svg)
        let path = "//*[local-name()='tspan'][text()='b']/../../@style"
        let style = try #require(try document.nodes(forXPath: path).first?.stringValue)
        let name = try #require(style.split(separator: ":").last)
        // From 1 s of 6 s on, until the screen is erased at 4 s.
        #expect(svg.contains("@keyframes \(name){16.6667%{visibility:visible}0%,66.6667%{visibility:hidden}}"))
    }

    /// What a program that knows no animation draws is the last screen that is not empty.
    @Test func whereNothingMovesThereIsAPicture() throws {
        let raster = try Raster(session.animatedSVG)
        let still = try Raster(Cast(header: session.header, events: session.events.dropLast()).lastPicture.svg)
        for row in 0..<2 {
            for y in 0..<18 {
                for x in 0..<90 { #expect(raster.color(x: x, y: row * 18 + y) == still.color(x: x, y: row * 18 + y)) }
            }
        }
        #expect(raster.colors(row: 0, column: 2).contains("#e0565b"))
    }

    @Test func nothingMovesForThosesWhoWantNoMotion() {
        // Every rule with a duration stands inside the condition.
        let svg = session.animatedSVG
        #expect(svg.contains("@media (prefers-reduced-motion:no-preference){.a{animation:6s step-end infinite}}"))
        #expect(svg.ranges(of: "animation:").count == 1 && !svg.contains("<script") && !svg.contains("<animate"))
    }

    @Test func aSessionThatNeverChangesIsAPicture() {
        let session = cast([(0, "abc")])
        #expect(session.animatedSVG == session.lastPicture.svg)
    }

    @Test func theWindowIsTheLargestOne() {
        var session = cast([(0, "abc")])
        session.events.append(CastEvent(.resize(Size(columns: 20, rows: 1)), at: .seconds(1)))
        #expect(session.animatedSVG.contains("width=\"\(20 * 9 + 16)\" height=\"\(2 * 18 + 16)\""))
    }

    /// Text that is typed costs what it adds, not a copy of its line.
    @Test func typingStaysSmall() {
        let line = String(repeating: "abcdefgh", count: 9)
        let session = cast(line.enumerated().map { (100 * $0.offset, String($0.element)) }, columns: 80, rows: 24)
        let size = session.animatedSVG.utf8.count
        #expect(session.animatedSVG.ranges(of: "@keyframes").count > 72)
        #expect(size < 72 * 500, "\(size) bytes")
    }
}
