import TerminalCore

/// What a tape asks for before its first key, gathered by the rules of VHS.
///
/// `Env` and `Set Shell` count wherever they stand; every other `Set` only in the header, the leading run of `Set`,
/// `Output` and `Require`. `Output` counts anywhere, and the last of a kind wins.
public struct TapeSetup: Sendable {
    /// The window.
    public var size = Size(columns: 80, rows: 24)
    /// The shell.
    public var shell = TapeShell.bash
    /// Variables for the shell.
    public var environment: [String: String] = [:]
    /// The pause after each key.
    public var typingSpeed = Duration.milliseconds(50)
    /// How long a `Wait` waits at the most.
    public var waitTimeout = Duration.seconds(15)
    /// What a `Wait` without a pattern waits for; nil is a prompt, `>$`.
    public var waitPattern: TapePattern?
    /// What is to be recorded.
    public var outputs: [TapeOutput] = []
    /// The name or the JSON of the theme, for pictures.
    public var theme: String?

    /// The number of steps in the header of `steps`.
    static func headerCount(of steps: [TapeStep]) -> Int {
        steps.prefix { step in
            switch step.command {
            case .set, .output, .require: true
            default: false
            }
        }.count
    }

    /// Gathers the setup of `steps`.
    init(_ steps: [TapeStep]) {
        let headerCount = Self.headerCount(of: steps)
        var grid = TapeGrid()
        for (index, step) in steps.enumerated() {
            switch step.command {
            case .set(.shell(let shell)): self.shell = shell
            case .set(let setting) where index < headerCount:
                apply(setting)
                grid.apply(setting)
            case .environment(let name, let value): environment[name] = value
            case .output(let output):
                outputs.removeAll { $0.kind == output.kind }
                outputs.append(output)
            default: break
            }
        }
        size = grid.size ?? Size(columns: 2, rows: 1)
    }

    private mutating func apply(_ setting: TapeSetting) {
        switch setting {
        case .typingSpeed(let pause): typingSpeed = pause
        case .waitTimeout(let time): waitTimeout = time
        case .waitPattern(let pattern): waitPattern = pattern
        case .videoOnly(.theme, let theme): self.theme = theme
        default: break
        }
    }
}
