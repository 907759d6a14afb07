import LoginScreens

/// What `--help` and `--version` print.
enum HelpText {
    /// The program's name and version.
    static let version = "vestibule 0.1.0\n"

    /// What `--language` takes.
    static let languages = Language.allCases.map(\.rawValue)

    /// How to call the program.
    static let usage = """
        Usage: vestibule [OPTIONS] [-- COMMAND [ARG...]]

        Shows a login in the terminal. With COMMAND, a login that succeeds replaces the
        program by it; otherwise the home screen opens.

          --service URL             where accounts live: sqlite:PATH; demo: with
                                    ?delay=S, rule=any, seed=N, clock=T;
                                    https://HOST[:PORT], http:// on this machine,
                                    unix:PATH; php+https://HOST/PATH/login.php;
                                    oschina+https://HOST/; exec:COMMAND (default:
                                    accounts.sqlite in the data directory)
          --language \(languages.joined(separator: "|"))     default: from LC_ALL, LC_MESSAGES, LANG
          --data-dir DIR            default: $XDG_DATA_HOME/vestibule, or
                                    ~/.local/share/vestibule
          --password-length MIN-MAX instead of the length rule of the service
          --allow LIST              with COMMAND: register, reset, remember, which are
                                    off there
          --conceal-accounts        do not tell an unknown account from a wrong
                                    password
          --sms-command COMMAND     sends codes to phones: gets the message on its
                                    standard input (default: a file in outbox/ of
                                    the data directory)
          --mail-command COMMAND    the same for e-mail
          --timeout SECONDS         how long a call to the service may take
                                    (default: 60)
          --allow-plaintext         let passwords travel unencrypted, by http://
          --reduce-motion           no shake, no moving spinner
          --ascii                   borders, bullets and marks in ASCII
          --no-mouse                leave the mouse to the terminal
          --state-log FILE          the screen as JSON, a line for each settled frame
          --version, --help

        Status: 0 logged in and left from home, or COMMAND's own; 1 left without
        logging in; 2 wrong usage or no terminal; 3 the account store cannot be opened,
        or vestibule-connect is missing;
        126, 127 COMMAND cannot be run, is not found; 128+n ended by signal n.

        """
}
