/// What `--help` and `--version` print.
enum HelpText {
    /// The program's name and version.
    static let version = "vestibule-tape 0.1.0\n"

    /// How to call the program.
    static let usage = """
        Usage: vestibule-tape play FILE [--speed X|max] [--text OUT] [--strict]
               vestibule-tape check FILE... [--strict]

        Plays a tape of scripted keys against the programs of a shell, on a terminal
        that nobody sees, and checks its screens. The language is that of VHS with
        Home, End, F1 to F12, Resize, Click, Expect, ExpectAttr, ExpectCursor,
        Snapshot, Wait+Settled, Set Columns and Set Rows.

          --speed X|max   so many times as fast; max pauses nowhere and waits only
                          where the tape says Wait (default: 1)
          --text OUT      the screen after each command, as Output OUT.txt
          --strict        a word at the beginning of a line that would be taken as
                          text of a Type or Copy before it is an error
          --version, --help

        Status: 0 passed; 1 something that was expected did not come to pass; 2 wrong
        usage, or an error in the tape; 3 the shell ended or could not be started;
        128+n ended by signal n.

        """
}
