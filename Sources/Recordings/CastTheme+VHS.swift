import Asciicast
import FoundationEssentials

extension CastTheme {
    /// Reads the theme of a tape's `Set Theme { … }`: a JSON object of VHS, with its 16 colours by name.
    ///
    /// Nil for anything else, which the names of VHS's own themes are here, and where a colour is missing.
    public init?(vhs json: String) {
        guard let colors = try? JSONDecoder().decode([String: String].self, from: Data(json.utf8)) else { return nil }
        func color(_ name: String) -> RGBColor? { RGBColor(hex: colors[name] ?? "") }
        let names = ["Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"]
        let palette = names.map { color($0.lowercased()) } + names.map { color("bright\($0)") }
        guard let foreground = color("foreground"), let background = color("background"), !palette.contains(nil)
        else { return nil }
        self.init(foreground: foreground, background: background, palette: palette.compactMap { $0 })
    }
}
