import Testing

@testable import Recordings

@Suite struct PixelRectTests {
    @Test func neighboursAreJoinedSideBySideAndThenBelowEachOther() {
        let cells = [(0, 0), (9, 0), (18, 0), (0, 18), (9, 18), (18, 18), (36, 0), (0, 54)].map {
            PixelRect(x: $0.0, y: $0.1, width: 9, height: 18)
        }
        #expect(
            Set(PixelRect.joined(cells.reversed())) == [
                PixelRect(x: 0, y: 0, width: 27, height: 36), PixelRect(x: 36, y: 0, width: 9, height: 18),
                PixelRect(x: 0, y: 54, width: 9, height: 18),
            ])
    }

    @Test func whatOverlapsIsJoinedOnlyInOneLine() {
        let line = [PixelRect(x: 0, y: 0, width: 6, height: 1), PixelRect(x: 4, y: 0, width: 5, height: 1)]
        #expect(PixelRect.joined(line) == [PixelRect(x: 0, y: 0, width: 9, height: 1)])
        let cross = [PixelRect(x: 0, y: 9, width: 9, height: 1), PixelRect(x: 4, y: 0, width: 1, height: 18)]
        #expect(Set(PixelRect.joined(cross)) == Set(cross))
        #expect(PixelRect.joined([]) == [])
    }

    @Test func pathsCloseThemselves() {
        #expect(PixelRect(x: -1, y: 2, width: 3, height: 4).pathData == "M-1 2h3v4h-3z")
    }
}
