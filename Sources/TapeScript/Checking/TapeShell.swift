/// A shell that `Set Shell` can name, started so that its prompt is `> ` and it reads no settings of the user.
public enum TapeShell: String, CaseIterable, Sendable {
    case bash, zsh, fish
    case nushell = "nu"
    case osh, xonsh, pwsh, powershell
    case windows = "cmd"

    /// What every shell here ends its prompt with; blanks at the end of a row are not seen.
    static let promptEnd = ">"

    /// The file to run, looked for in `PATH`.
    public var program: String { self == .windows ? "cmd.exe" : rawValue }

    /// Its arguments.
    var arguments: [String] {
        switch self {
        case .bash: ["--noprofile", "--norc", "--login", "+o", "history"]
        case .zsh: ["--no-rcs", "--histnostore"]
        case .fish:
            [
                "--no-config", "--private", "--init-command", "function fish_greeting; end",
                "--init-command", "function fish_prompt; echo -n '> '; end",
            ]
        case .nushell:
            [
                "--no-config-file", "--execute",
                "$env.PROMPT_COMMAND = '> '; $env.PROMPT_COMMAND_RIGHT = ''; "
                    + "$env.PROMPT_INDICATOR = ''",
            ]
        case .osh: ["--norc"]
        case .xonsh: ["--no-rc", "-DPROMPT=> "]
        case .pwsh, .powershell:
            [
                "-NoLogo", "-NoExit", "-NoProfile", "-Command",
                "Set-PSReadLineOption -HistorySaveStyle SaveNothing; function prompt { '> ' }",
            ]
        case .windows: ["/k", "prompt $G$S"]
        }
    }

    /// Variables that its prompt needs.
    var environment: [String: String] {
        switch self {
        case .bash, .osh: ["PS1": "> ", "BASH_SILENCE_DEPRECATION_WARNING": "1"]
        case .zsh: ["PROMPT": "> "]
        default: [:]
        }
    }
}
