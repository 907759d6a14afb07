/// What the program prints when it is asked about itself.
enum HelpText {
    /// The program's name and version.
    static let version = "vestibuled 0.1.0\n"

    /// The commands.
    static let help = """
        usage: vestibuled COMMAND --store STORE [OPTION…]

          serve --listen WHERE      serve accounts over HTTP until SIGTERM, SIGINT or SIGHUP; what was accepted is
                                    finished, for ten seconds at most; the log is a JSON object a line on stderr
            --tls-certificate FILE  the certificate in PEM, and those it is signed by
            --tls-key FILE          its key in PEM
            --allow-plaintext       serve without encryption beyond this machine
            --contracts LIST        native, flags, xml (default: native)
            --conceal-accounts      do not tell an unknown account from a wrong password
            --sms-command COMMAND   sends codes to phones: gets the message on its standard input
            --mail-command COMMAND  the same for e-mail
            --password-length MIN-MAX
                                    the length rule of new passwords (default: 8-20)
            --hash-memory MIB       memory of a password hash (default: 64)
            --hash-passes N         passes over it (default: 2)
          account add [--phone P] [--email E] [--name N] --password-stdin
                                    make an account, its password on one line of standard input; prints its number
          account list              a line an account: number, phone, e-mail, name, state, made, last login
          account show ACCOUNT      a line a fact
          account disable ACCOUNT   shut it and end its sessions
          account enable ACCOUNT    open it again
          account unlock ACCOUNT    forget failed attempts, and locks with them
          account reset ACCOUNT     let its password open nothing until its owner sets another with a code
          account import --from FROM [--format csv|tsv]
                                    take over userInformationTable; --format is needed unless FROM is a database
                                    or ends with .csv or .tsv; prints a line a row with its row number, userID,
                                    imported, reset, duplicate or malformed, and the account's number or the reason;
                                    the last line is the sums
          migrate                   make the store, or bring it to this version
          --version, --help

        WHERE is ADDRESS:PORT, [V6ADDRESS]:PORT or unix:PATH; port 0 takes one that is free and tells it in the log.
        ACCOUNT is a number, phone number, e-mail address or user name.
        STORE is sqlite:PATH, or mysql://USER@HOST[:PORT]/DATABASE for MariaDB; with ?socket=PATH, ?tls-ca=PATH or
        ?password-file=PATH behind it. Otherwise VESTIBULE_DATABASE_PASSWORD is the password.
        FROM is a file with a line of column names, - for standard input, or mysql://… for the database itself, whose
        password is in ?password-file=PATH or VESTIBULE_IMPORT_PASSWORD.

        Columns have tabs between them and - where there is nothing; times are UTC.
        Status: 0 done, or ended when told to; 1 refused (the line on standard error says why); 2 wrong usage; 3 the
        store or the socket cannot be opened, or the store is in trouble.

        """
}
