import Glibc
import ProgramTesting
import TerminalTesting
import Testing

@Suite("A store that cannot be used", .timeLimit(.minutes(5)))
struct BadStoreEndToEndTests {
    private static let password = "Tr0ub4dor-xyzzy"
    /// A user without rights; its number need not be in any list.
    private static let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    /// A process that holds the store as SQLite does for a program that does not share.
    private static let exclusive = """
        import sqlite3, sys
        store = sqlite3.connect(sys.argv[1], isolation_level=None)
        store.execute("PRAGMA locking_mode = EXCLUSIVE")
        store.execute("BEGIN EXCLUSIVE")
        print("held", flush=True)
        sys.stdin.read()
        """
    /// A process that holds the lock beside the store, as our own do while they write.
    static let flock = """
        import fcntl, sys
        lock = open(sys.argv[1] + ".lock", "a")
        fcntl.flock(lock, fcntl.LOCK_EX)
        print("held", flush=True)
        sys.stdin.read()
        """

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    // MARK: - At the start

    /// Starts the front end and expects it to say one line about `word` on stderr and to end with `status`.
    private func expectRefusal(
        _ arguments: [String], status: Int, _ word: String, launcher: [String] = [], isEarly: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation, change: (inout TerminalProgram.Options) -> Void = { _ in }
    ) throws {
        let run = try FrontEndRun(arguments, launcher: launcher, in: folder) { options in
            options.errorOutput = .file(folder.file("errors"))
            options.stateLog = nil
            change(&options)
        }
        // The store waits five seconds for others.
        let ending = try run.program.waitForExit(within: .seconds(20))
        #expect(ending == .exited(status), sourceLocation: sourceLocation)
        let text = try #require(folder.text(of: "errors"), sourceLocation: sourceLocation)
        #expect(text.hasPrefix("vestibule: ") && text.hasSuffix("\n"), sourceLocation: sourceLocation)
        #expect(text.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
        #expect(text.contains(word), "\(text)", sourceLocation: sourceLocation)
        #expect(!text.utf8.contains(0x1B), sourceLocation: sourceLocation)
        try run.expectRestored(sourceLocation: sourceLocation)
        // Nothing is sent to a terminal that no picture comes to.
        if isEarly { #expect(run.program.rawOutput == [], sourceLocation: sourceLocation) }
    }

    /// Makes a store as the front end does, and leaves it closed.
    private func makeStore(in data: String) throws {
        let run = try FrontEndRun(["--data-dir", data], in: folder)
        try run.program.waitForFrame("the login form") { $0.screen == "login" }
        try run.program.press(.control("c"))
        try run.program.waitForExit()
    }

    /// Runs a Python program that must succeed.
    private func python(_ script: String, _ argument: String) throws {
        let program = try TerminalProgram("python3", ["-c", script, argument])
        #expect(try program.waitForExit() == .exited(0))
    }

    /// Starts a Python program that holds something until it is closed.
    private func hold(_ script: String, _ store: String) throws -> TerminalProgram {
        let program = try TerminalProgram("python3", ["-c", script, store])
        try program.waitForText("held")
        return program
    }

    @Test("Status 2: a service that does not exist, or a demo setting that does not")
    func badService() throws {
        try expectRefusal(["--service", "nonsense:"], status: 2, "nonsense:")
        try expectRefusal(["--service", ""], status: 2, "--service")
        try expectRefusal(["--service", "demo:?x=1"], status: 2, "\"x\"")
        try expectRefusal(["--service", "demo:?delay=nan"], status: 2, "delay")
        try expectRefusal(["--service", "sqlite:"], status: 2, "path")
        try expectRefusal(["--service", "x\u{1B}]0;t\u{07}\n\ny:"], status: 2, "no service")
        try expectRefusal(["--service", "sqlite:/proc/a\n\u{1B}[2J/b"], status: 3, "account store /proc/a")
    }

    @Test("T1: a start that fails leaves the cursor and the screen as they were")
    func screenOfAFailedStart() throws {
        let launcher = ["sh", "-c", "echo earlier; exec \"$@\"", "sh"]
        let run = try FrontEndRun(["--service", "nonsense:"], launcher: launcher, in: folder)
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(run.program.screen.rows[0] == "earlier")
        #expect(run.program.screen.rows[1].hasPrefix("vestibule: --service: 'nonsense:'"))
        #expect(!run.hasWritten("\u{1B}[?1049"))
    }

    @Test("Status 3: no HOME, no data directory")
    func noHome() throws {
        for home in [nil, "", "relative"] {
            try expectRefusal([], status: 3, "HOME") { $0.environment["HOME"] = home }
        }
    }

    @Test("Status 3: a file system that is read-only", .enabled(if: geteuid() == 0, "needs root"))
    func readOnlyFileSystem() throws {
        let disk = try ScratchDisk(at: folder.file("disk"), megabytes: 1)
        try makeStore(in: disk.path)
        try disk.makeReadOnly()
        try expectRefusal(["--data-dir", disk.path], status: 3, "read-only")
    }

    @Test("Status 3: a store, or a data directory, without permission", arguments: [true, false])
    func noPermission(isStoreThere: Bool) throws {
        let data = folder.file("data")
        mkdir(data, 0o700)
        if isStoreThere {
            try makeStore(in: data)
            for name in ["accounts.sqlite", "accounts.sqlite.lock"] { chmod(data + "/" + name, 0o400) }
        }
        chmod(data, isStoreThere ? 0o555 : 0o000)
        defer { chmod(data, 0o700) }
        // Root may do everything, so it becomes somebody who may not.
        chmod(folder.path, 0o755)
        let launcher = geteuid() == 0 ? Self.nobody : []
        let reason = isStoreThere ? "is read-only for this user" : "this user cannot enter the folder \(data);"
        try expectRefusal(["--data-dir", data], status: 3, reason, launcher: launcher)
        try expectRefusal(["--data-dir", data + "/deeper/still"], status: 3, reason, launcher: launcher)
    }

    @Test("Status 3: a data directory in which others could replace the store", arguments: [0o777, 0o770] as [mode_t])
    func othersDirectory(mode: mode_t) throws {
        let data = folder.file("data")
        mkdir(data, 0o700)
        chmod(data, mode)
        let reason = "others can write the data directory \(data)"
        try expectRefusal(["--data-dir", data], status: 3, reason, isEarly: true)
        let store = ["--service", "sqlite:\(data)/accounts.sqlite"]
        try expectRefusal(store, status: 3, "others can write the account store's folder \(data);", isEarly: true)
        #expect(access(data + "/accounts.sqlite", F_OK) != 0)
        chmod(data, 0o755)
        try makeStore(in: data)
    }

    @Test("Status 3: a data directory that is a file, and one below a file")
    func fileForFolder() throws {
        let file = folder.file("file")
        close(open(file, O_CREAT | O_WRONLY, 0o600))
        try expectRefusal(["--data-dir", file], status: 3, file)
        try expectRefusal(["--data-dir", file + "/below"], status: 3, file)
        // Others can write it, and it is still no folder that a change of its mode would help.
        chmod(file, 0o666)
        try expectRefusal(["--data-dir", file], status: 3, "\(file)/accounts.sqlite: Not a directory")
        mkdir(folder.file("folder"), 0o700)
        try expectRefusal(["--service", "sqlite:" + folder.file("folder")], status: 3, folder.file("folder"))
    }

    @Test("Status 3: a store that another process holds")
    func locked() throws {
        try makeStore(in: folder.file("data"))
        let holder = try hold(Self.exclusive, folder.file("data/accounts.sqlite"))
        defer { holder.close() }
        try expectRefusal(["--data-dir", folder.file("data")], status: 3, "another program")
    }

    @Test("Status 3: a new store whose lock another process holds")
    func lockedWhileNew() throws {
        mkdir(folder.file("data"), 0o700)
        let holder = try hold(Self.flock, folder.file("data/accounts.sqlite"))
        defer { holder.close() }
        try expectRefusal(["--data-dir", folder.file("data")], status: 3, "another program")
    }

    @Test(
        "Status 3: a store that is damaged, or is something else",
        arguments: [
            "open(sys.argv[1], 'wb').write(b'this is no database at all' * 999)",
            "f = open(sys.argv[1], 'r+b'); f.write(b'\\0' * 50)",
            "f = open(sys.argv[1], 'r+b'); f.seek(100); f.write(b'\\xff' * 3996)",
            "f = open(sys.argv[1], 'r+b'); f.truncate(1000)",
            "import os, sqlite3; os.unlink(sys.argv[1]); s = sqlite3.connect(sys.argv[1]); s.execute('CREATE TABLE t(x)')",
        ])
    func damaged(damage: String) throws {
        try makeStore(in: folder.file("data"))
        let store = folder.file("data/accounts.sqlite")
        // Or the log would have all that is damaged.
        try python(
            "import sqlite3, sys; s = sqlite3.connect(sys.argv[1]); s.execute('PRAGMA wal_checkpoint(TRUNCATE)')",
            store)
        try python("import sys\n" + damage, store)
        try expectRefusal(["--data-dir", folder.file("data")], status: 3, "damaged")
    }

    @Test("Status 3: a store of a later version is left alone")
    func laterVersion() throws {
        try makeStore(in: folder.file("data"))
        let store = folder.file("data/accounts.sqlite")
        try python(
            "import sqlite3, sys; s = sqlite3.connect(sys.argv[1]); s.execute('PRAGMA user_version = 999')", store)
        try expectRefusal(["--data-dir", folder.file("data")], status: 3, "later version")
        try python(
            "import sqlite3, sys; s = sqlite3.connect(sys.argv[1]); "
                + "assert s.execute('PRAGMA user_version').fetchone() == (999,)", store)
    }

    @Test("Status 3: a disk without room for a new store", .enabled(if: geteuid() == 0, "needs root"))
    func fullDisk() throws {
        let disk = try ScratchDisk(at: folder.file("disk"), megabytes: 1)
        try disk.fill()
        try expectRefusal(["--data-dir", disk.path], status: 3, "no room")
    }

    // MARK: - While the screen is open

    /// Registers an account and logs out, so that the login form is open with its account in it.
    private func startWithAccount(in data: String) throws -> FrontEndRun {
        let run = try FrontEndRun(["--data-dir", data, "--reduce-motion"], in: folder)
        let program = run.program
        try program.waitForFrame("the login form") { $0.screen == "login" }
        try program.press(.backTab, .backTab, .enter)
        try program.waitForFrame("registration") { $0.screen == "register" }
        try program.type("ada")
        for _ in 0..<2 {
            try program.press(.enter)
            try program.type(Self.password)
        }
        try program.waitForText("strong")
        try program.press(.enter)
        try program.waitForFrame("home") { $0.screen == "home" }
        try program.press(.tab, .enter)
        try program.waitForFrame("the login form") { $0.screen == "login" && $0.focus == "password" }
        return run
    }

    /// Submits until the store's trouble shows, and expects the form to be as it was.
    private func expectToast(_ word: String, _ run: FrontEndRun) throws {
        let program = run.program
        try program.type(Self.password)
        try program.press(.enter)
        // The log-out may still be on its way when the trouble begins, and has a toast of its own then.
        let frame = try program.waitForFrame("a toast about the store", within: .seconds(20)) {
            $0.toast.map { !$0.contains("logged out") } == true && !$0.busy
        }
        #expect(frame.toast?.hasPrefix("Error: ") == true && frame.toast?.contains(word) == true, "\(frame)")
        #expect(frame.screen == "login" && !frame.busy && frame.alert == nil)
        #expect(frame.node("account")?.value == "ada")
        #expect(frame.node("password")?.length == Self.password.count)
        #expect(frame.node("submit")?.enabled == true)
    }

    /// Submits the form that has been kept, now that all is well.
    private func expectLogin(_ run: FrontEndRun) throws {
        try run.program.press(.enter)
        try run.program.waitForFrame("home") { $0.screen == "home" }
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(0))
        try run.expectRestored()
    }

    @Test("L12, A10: a disk that becomes full is a toast, and the form is kept", .enabled(if: geteuid() == 0))
    func becomesFull() throws {
        let disk = try ScratchDisk(at: folder.file("disk"), megabytes: 4)
        let run = try startWithAccount(in: disk.path)
        try disk.fill()
        try expectToast("full", run)
        disk.makeRoom()
        try expectLogin(run)
    }

    @Test("L12, A10: a store that another process locks is a toast, and the form is kept", arguments: [true, false])
    func becomesLocked(byOurLock: Bool) throws {
        let run = try startWithAccount(in: folder.file("data"))
        let immediate = Self.exclusive.replacing("PRAGMA locking_mode = EXCLUSIVE", with: "PRAGMA page_size")
            .replacing("BEGIN EXCLUSIVE", with: "BEGIN IMMEDIATE")
        let holder = try hold(byOurLock ? Self.flock : immediate, folder.file("data/accounts.sqlite"))
        try expectToast("another program", run)
        holder.close()
        try expectLogin(run)
    }

    @Test(
        "L12, A10: a file system that becomes read-only is a toast, and the form is kept",
        .enabled(if: ScratchDisk.canFail, "needs root and a loop device"))
    func becomesReadOnly() throws {
        let disk = try ScratchDisk(at: folder.file("disk"), megabytes: 4, isOnDevice: true)
        let run = try startWithAccount(in: disk.path)
        try disk.fail()
        try expectToast("read-only", run)
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(1))
        try run.expectRestored()
    }
}
