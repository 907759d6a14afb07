/// The characters that a picture may show (A5): sixteen that no person takes for one another.
///
/// Left out is what looks like something else, in capitals or in small letters, once it is small and bent: 0, O, Q
/// and D; 1, I and L; 2 and Z; 5 and S; 6, G, 8 and B; V beside U and Y; 4, M, N and W beside A and H.
///
/// Five of them make 16⁵ = 1,048,576 texts, one of which is right.
public enum CaptchaAlphabet {
    /// The characters, in capitals.
    public static let characters = glyphs.map(\.character)

    /// How the characters are drawn: strokes through points `xy`, x from 0 to 4 and y from 0 at the top to 8.
    ///
    /// Strokes rather than pixels, because a stroke that is bent stays in one piece.
    static let glyphs = [
        Glyph("A", isWide: true, strokes: [[08, 20, 48], [15, 35]]),
        Glyph("C", strokes: [[40, 10, 01, 07, 18, 48]]),
        Glyph("E", strokes: [[40, 00, 08, 48], [04, 34]]),
        Glyph("F", strokes: [[40, 00, 08], [04, 34]]),
        Glyph("H", isWide: true, strokes: [[00, 08], [40, 48], [04, 44]]),
        Glyph("J", strokes: [[20, 40, 47, 38, 18, 07, 06]]),
        Glyph("K", isWide: true, strokes: [[00, 08], [40, 04, 48]]),
        Glyph("P", strokes: [[08, 00, 30, 41, 43, 34, 04]]),
        Glyph("R", isWide: true, strokes: [[08, 00, 30, 41, 43, 34, 04], [14, 48]]),
        Glyph("T", isLevel: true, strokes: [[00, 40], [20, 28]]),
        Glyph("U", isWide: true, strokes: [[00, 07, 18, 38, 47, 40]]),
        Glyph("X", isWide: true, strokes: [[00, 48], [40, 08]]),
        Glyph("Y", strokes: [[00, 24, 40], [24, 28]]),
        Glyph("3", strokes: [[01, 10, 30, 41, 43, 34, 14], [34, 45, 47, 38, 18, 07]]),
        Glyph("7", strokes: [[00, 40, 42, 18]]),
        Glyph("9", strokes: [[43, 34, 14, 03, 01, 10, 30, 41, 44, 28]]),
    ]
}
