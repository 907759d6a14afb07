/// What `--help` and `--version` print.
enum HelpText {
    /// The program's name and version.
    static let version = "vestibuled 0.1.0\n"

    /// How to call the program.
    static let usage = """
        Usage: vestibuled serve --listen WHERE --store STORE [OPTIONS]

        Serves accounts over HTTP until it is told to end by SIGTERM, SIGINT or SIGHUP;
        requests that were accepted are finished, for ten seconds at most.

          --listen WHERE            ADDRESS:PORT, [V6ADDRESS]:PORT or unix:PATH; port 0
                                    takes one that is free and tells it in the log
          --store STORE             sqlite:PATH
          --tls-certificate FILE    the certificate in PEM, and those it is signed by
          --tls-key FILE            its key in PEM
          --allow-plaintext         serve without encryption beyond this machine
          --contracts LIST          native, flags, xml (default: native)
          --conceal-accounts        do not tell an unknown account from a wrong
                                    password
          --sms-command COMMAND     sends codes to phones: gets the message on its
                                    standard input
          --mail-command COMMAND    the same for e-mail
          --password-length MIN-MAX the length rule of new passwords (default: 8-20)
          --hash-memory MIB         memory of a password hash (default: 64)
          --hash-passes N           passes over it (default: 2)

          vestibuled --version, --help

        The log is a JSON object a line on stderr. Status: 0 ended when told to;
        2 wrong usage; 3 the store or the socket cannot be opened.

        """
}
