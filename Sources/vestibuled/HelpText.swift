/// What `--help` and `--version` print.
enum HelpText {
    /// The program's name and version.
    static let version = "vestibuled 0.1.0\n"

    /// The commands.
    static let help = """
        usage: vestibuled COMMAND --store STORE [OPTION…]

          account add [--phone P] [--email E] [--name N] --password-stdin
                                    make an account, its password on one line of standard input; prints its number
          account list              a line an account: number, phone, e-mail, name, state, made, last login
          account show ACCOUNT      a line a fact
          account disable ACCOUNT   shut it and end its sessions
          account enable ACCOUNT    open it again
          account unlock ACCOUNT    forget failed attempts, and locks with them
          account reset ACCOUNT     let its password open nothing until its owner sets another with a code
          account import --from FROM [--format csv|tsv]
                                    take over userInformationTable: a line a row with its row number, userID,
                                    imported, reset, duplicate or malformed, and the account's number or the reason;
                                    the last line is the sums
          migrate                   make the store, or bring it to this version

        ACCOUNT is a number, phone number, e-mail address or user name.
        STORE is sqlite:PATH, or mysql://USER@HOST[:PORT]/DATABASE for MariaDB; with ?socket=PATH, ?tls-ca=PATH or
        ?password-file=PATH behind it. Otherwise VESTIBULE_DATABASE_PASSWORD is the password.
        FROM is a file with a line of column names, - for standard input, or mysql://… for the database itself, whose
        password is in ?password-file=PATH or VESTIBULE_IMPORT_PASSWORD.

        Columns have tabs between them and - where there is nothing; times are UTC.
        Status: 0 done, 1 refused (the line on standard error says why), 2 wrong usage, 3 the store is in trouble.

        """
}
