// Another process on a vault, for tests of what happens between processes.
//
//     VaultProbe remember DIR ORIGIN N   remembers the accounts 0, 1, … N−1 for ORIGIN and prints each when it is safe
//     VaultProbe hold DIR                keeps the vault's lock until its standard input ends

import Accounts
import Cryptography
import Glibc
import Vault

/// Writes a line at once, past any buffer: the reader counts what was said before the end.
func say(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

func remember(in directory: String, for origin: String, count: Int) throws {
    let vault = try Vault(directory: directory, patience: 60_000)
    for number in 0..<count {
        let name = String(number)
        let login = Vault.Login(proof: .token(Secret(name.utf8)), user: User(account: name))
        try vault.remember(Vault.Entry(account: name, login: login), for: origin)
        say(name)
    }
}

func hold(_ directory: String) {
    let descriptor = open(directory + "/vault.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else { return say("cannot lock") }
    say("holding")
    while getchar() != EOF {}
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, Array(arguments.dropFirst())) {
case ("remember", let rest) where rest.count == 3:
    try remember(in: rest[0], for: rest[1], count: Int(rest[2]) ?? 0)
case ("hold", let rest) where rest.count == 1: hold(rest[0])
default: exit(2)
}
