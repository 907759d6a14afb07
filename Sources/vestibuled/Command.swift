import CommandLineOptions

/// What the first words of the command line ask for; each command has files of its own.
///
/// On the main thread: what serves blocks signals there before there is any other.
@MainActor
enum Command {
    /// Runs the command that `words` name.
    ///
    /// - Throws: ``CommandFault``, for the line on stderr and the status.
    static func run(_ words: [String]) async throws(CommandFault) {
        let rest = Array(words.dropFirst())
        // These two win wherever they stand, as the GNU coding standards have it.
        switch words.first(where: ["--help", "--version"].contains) ?? words.first {
        case "serve": try await ServeCommand.run(rest)
        case "account": try await AccountCommand.run(rest)
        case "migrate": try await MigrateCommand.run(rest)
        case "--help": print(HelpText.help, terminator: "")
        case "--version": print(HelpText.version, terminator: "")
        case let word?: throw .usage("unknown command '\(word)'")
        case nil: throw .usage("a command is missing")
        }
        do throws(StandardOutput.Fault) {
            try StandardOutput.flush()
        } catch { throw .unusable(error.message) }
    }
}
