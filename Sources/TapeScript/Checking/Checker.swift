/// Looks at what the grammar does not tell: programs that are missing, settings that come too late or mean nothing.
struct Checker {
    private let findProgram: (String) -> Bool
    private let readsTheme: (String) -> Bool
    private(set) var errors: [TapeRemark] = []
    private(set) var notes: [TapeRemark] = []
    private var noted: Set<String> = []

    /// Makes a checker that asks `findProgram` whether a program is on the `PATH`, and `readsTheme` whether pictures
    /// can be in a theme.
    init(findProgram: @escaping (String) -> Bool, readsTheme: @escaping (String) -> Bool) {
        self.findProgram = findProgram
        self.readsTheme = readsTheme
    }

    /// Checks `steps`.
    mutating func check(_ steps: [TapeStep]) {
        let headerCount = TapeSetup.headerCount(of: steps)
        var grid = TapeGrid()
        var lastMeasure: TapePosition?
        var shell: (position: TapePosition?, shell: TapeShell) = (steps.first?.position, .bash)
        for (index, step) in steps.enumerated() {
            let isInHeader = index < headerCount
            switch step.command {
            case .require(let program):
                if !isInHeader {
                    note(step, "this Require is skipped, since it stands behind the header", always: true)
                } else if !findProgram(program) {
                    errors.append(TapeRemark(step.position, "the program \(program) is not on the PATH"))
                }
            case .set(.shell(let name)): shell = (step.position, name)
            case .set(.typingSpeed): break
            case .set(let setting) where !isInHeader:
                note(step, "this Set \(setting.name) is ignored, since it stands behind the header", always: true)
            case .set(let setting):
                grid.apply(setting)
                if case .measure = setting { lastMeasure = step.position }
                if case .videoOnly(let setting, let value) = setting { noteVideo(step, setting, value) }
            case .output(let output): note(output, step)
            case .screenshot(let path):
                note(step, "pictures are SVG: Screenshot writes \(Self.picturePath(path))", always: true)
            case .scroll: note(step, "\(step.command.name) moves nothing: the screen is read, not a view of it")
            default: break
            }
        }
        if let lastMeasure, grid.size == nil {
            errors.append(TapeRemark(lastMeasure, "there is no room for two columns and a row in a picture so small"))
        }
        if let position = shell.position, !findProgram(shell.shell.program) {
            errors.append(TapeRemark(position, "the shell \(shell.shell.program) is not on the PATH"))
        }
    }

    /// The SVG file that is written where VHS would write `path`.
    static func picturePath(_ path: String) -> String {
        path.hasSuffix(".png") ? path.dropLast(3) + "svg" : path
    }

    private mutating func noteVideo(_ step: TapeStep, _ setting: TapeSetting.VideoOnly, _ value: String) {
        switch setting {
        case .theme where readsTheme(value): break
        case .theme where value.hasPrefix("{"):
            note(
                step, "this theme changes nothing: pictures need foreground, background and all 16 colours as #rrggbb",
                always: true)
        case .theme:
            note(step, "no theme is known here by its name: pictures keep their colours; one in braces changes them")
        case .windowBar: note(step, "Set WindowBar is not drawn; it only takes its size off the height of the window")
        default: note(step, "Set \(setting.rawValue) is accepted and does nothing, since no video is made")
        }
    }

    private mutating func note(_ output: TapeOutput, _ step: TapeStep) {
        switch output.kind {
        case .text, .cast, .svg: break
        case .video: note(step, "\(output.path) is not made: no videos, but .cast, .svg and .txt", always: true)
        case .frames: note(step, "\(output.path) is not made: no frames, but .cast, .svg and .txt", always: true)
        }
    }

    /// Notes `message`, once unless `always`.
    private mutating func note(_ step: TapeStep, _ message: String, always: Bool = false) {
        guard noted.insert(message).inserted || always else { return }
        notes.append(TapeRemark(step.position, message))
    }
}
