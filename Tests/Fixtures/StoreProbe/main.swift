// Another process on a store, for tests of what happens between processes.
//
//     StoreProbe register PATH PREFIX   registers PREFIX0, PREFIX1, … and prints each number when it is acknowledged
//     StoreProbe resume PATH            makes ada, prints a remembered token's bytes, resumes with it without end, and
//                                       prints a line each time
//     StoreProbe change PATH            makes ada with the password k3jf9XqLw2-0, changes it to k3jf9XqLw2-1 and on, and
//                                       prints each number when it is acknowledged, 0 among them
//     StoreProbe hold PATH              keeps a transaction open until its standard input ends
//     StoreProbe open PATH UID UMASK    opens the store as that user, with an octal umask, and says how it went
//
// PATH is an SQLite file, or where register is asked for the URL of a MariaDB database.

import AccountEngine
import Accounts
import Cryptography
import Glibc
import MariaDBStore
import SQLiteStore
import ZxcvbnEstimator

/// Writes a line at once, past any buffer: the reader counts what was said before the end.
func say(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

func register(at path: String, prefix: String) async throws {
    let isURL = path.hasPrefix(MariaDBAddress.prefix)
    let engine = AccountEngine(
        store: isURL ? try MariaDBStore(MariaDBAddress(url: path)) : try SQLiteStore(path: path),
        estimator: ZxcvbnEstimator(), hasher: Argon2Hasher(cost: .cheapest))
    let password = Secret("k3jf9XqLw2".utf8)
    for number in 0... {
        let registration = try Registration(
            name: AccountName("\(prefix)\(number)"), password: password, repeated: password, isWeak: false,
            policy: .standard)
        let session = try await engine.register(registration, from: .localUser(id: getuid()))
        say("\(number) \(session.user.id ?? "")")
    }
}

func resume(at path: String) async throws {
    let engine = AccountEngine(
        store: try SQLiteStore(path: path), estimator: ZxcvbnEstimator(), hasher: Argon2Hasher(cost: .cheapest))
    let (peer, password) = (Peer.localUser(id: getuid()), Secret("k3jf9XqLw2".utf8))
    let registration = try Registration(
        name: AccountName("ada"), password: password, repeated: password, isWeak: false, policy: .standard)
    _ = try await engine.register(registration, from: peer)
    let credentials = try Credentials(account: "ada", password: password, isRemembered: true, policy: .standard)
    guard let token = try await engine.logIn(credentials, from: peer).token else { return }
    say(token.withUnsafeBytes { $0.map(String.init).joined(separator: " ") })
    while true {
        _ = try await engine.resume(token, from: peer)
        say("resumed")
    }
}

func change(at path: String) async throws {
    let engine = AccountEngine(
        store: try SQLiteStore(path: path), estimator: ZxcvbnEstimator(), hasher: Argon2Hasher(cost: .cheapest))
    let peer = Peer.localUser(id: getuid())
    func password(_ number: Int) -> Secret { Secret("k3jf9XqLw2-\(number)".utf8) }
    let registration = try Registration(
        name: AccountName("ada"), password: password(0), repeated: password(0), isWeak: false, policy: .standard)
    guard let token = try await engine.register(registration, from: peer).token else { return }
    say("0")
    for number in 1... {
        let new = try NewPassword(password(number), repeated: password(number), isWeak: false, policy: .standard)
        try await engine.changePassword(
            PasswordChange(current: password(number - 1), password: new), with: token, from: peer)
        say(String(number))
    }
}

func hold(_ path: String) async throws {
    try await SQLiteStore(path: path).write { _ throws(StoreError) in
        say("holding")
        while getchar() != EOF {}
    }
}

func open(_ path: String, as user: String, mask: String) {
    guard let id = uid_t(user), setgid(id) == 0, setuid(id) == 0 else { return say("cannot become \(user)") }
    umask(mode_t(mask, radix: 8) ?? 0o022)
    do {
        _ = try SQLiteStore(path: path)
        say("opened")
    } catch {
        say(error.message)
    }
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, Array(arguments.dropFirst())) {
case ("register", let rest) where rest.count == 2: try await register(at: rest[0], prefix: rest[1])
case ("resume", let rest) where rest.count == 1: try await resume(at: rest[0])
case ("change", let rest) where rest.count == 1: try await change(at: rest[0])
case ("hold", let rest) where rest.count == 1: try await hold(rest[0])
case ("open", let rest) where rest.count == 3: open(rest[0], as: rest[1], mask: rest[2])
default: exit(2)
}
