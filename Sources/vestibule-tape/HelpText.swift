/// What `--help` and `--version` print.
enum HelpText {
    /// The program's name and version.
    static let version = "vestibule-tape 0.1.0\n"

    /// How to call the program.
    static let usage = """
        Usage: vestibule-tape play FILE [--record OUT.cast] [--svg DIR] [--text OUT]
                                   [--speed X|max] [--strict]
               vestibule-tape check FILE... [--strict]
               vestibule-tape convert IN.cast OUT [--format F]

        Plays a tape of scripted keys against the programs of a shell, on a terminal
        that nobody sees, checks its screens, and records it. The language is that of
        VHS with Home, End, F1 to F12, Resize, Click, Expect, ExpectAttr, ExpectCursor,
        Snapshot, Wait+Settled, Set Columns and Set Rows.

          --record OUT    a recording, asciicast v3: what the programs write, with a
                          marker for each line of the tape; nothing that is typed
          --svg DIR       a picture after each command, and session.svg, which moves
          --speed X|max   so many times as fast; max pauses nowhere and waits only
                          where the tape says Wait (default: 1)
          --text OUT      the screen after each command, as Output OUT.txt
          --strict        a word that would be taken as text of a Type or Copy before
                          it is an error, if it begins a line or looks like a command
          --format F      what convert makes: asciicast-v3 (.cast), asciicast-v2,
                          animated-svg (.svg), svg (the last screen), txt (.txt)
          --version, --help

        Status: 0 passed; 1 something that was expected did not come to pass; 2 wrong
        usage, an error in the tape, or a file that cannot be read or written; 3 the
        shell ended while something was still to be done, or could not be started;
        128+n ended by signal n.

        """
}
