import Asciicast
import Recordings
import Testing

@Suite struct VHSThemeTests {
    private let json = """
        { "name": "Whimsy", "black": "#535178", "red": "#ef6487", "green": "#5eca89", "yellow": "#fdd877", \
        "blue": "#65aef7", "magenta": "#aa7ff0", "cyan": "#43c1be", "white": "#ffffff", "brightBlack": "#535179", \
        "brightRed": "#ef6488", "brightGreen": "#5eca8a", "brightYellow": "#fdd878", "brightBlue": "#65aef8", \
        "brightMagenta": "#aa7ff1", "brightCyan": "#43c1bf", "brightWhite": "#fffffe", "background": "#29283b", \
        "foreground": "#b3b0d6", "selection": "#3d3c58", "cursor": "#b3b0d6" }
        """

    @Test func aThemeHasSixteenColors() throws {
        let theme = try #require(CastTheme(vhs: json))
        #expect(theme.foreground.hex == "#b3b0d6" && theme.background.hex == "#29283b")
        #expect(theme.palette.count == 16)
        #expect(theme.palette[1].hex == "#ef6487" && theme.palette[7].hex == "#ffffff")
        #expect(theme.palette[8].hex == "#535179" && theme.palette[15].hex == "#fffffe")
    }

    @Test func everythingElseIsNone() {
        for text in ["", "Dracula", "{", "[]", "{}", json.replacing("#aa7ff1", with: "purple")] {
            #expect(CastTheme(vhs: text) == nil)
        }
    }
}
