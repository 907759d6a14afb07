import Glibc
import TerminalCore
import TerminalTesting

/// The measurements, taken of both programs in turn so that a busy machine is equally unfair to both.
struct Benchmark {
    /// The file `vestibule` beside this program.
    static var defaultFrontEnd: String {
        guard let path = realpath("/proc/self/exe", nil) else { return "vestibule" }
        defer { free(path) }
        let own = String(cString: path)
        return own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex) + "/vestibule"
    }

    /// Starts of each program.
    private static let starts = 30
    /// The starts, of those, after which keys are measured.
    private static let startsWithKeys = 10
    /// Typed into a field; eight, so that the password's hint changes with each of them.
    private static let keys = "abcdefgh".map(String.init)

    private let frontEnd: String

    /// Prepares to measure the program at `frontEnd`.
    init(frontEnd: String) {
        self.frontEnd = frontEnd
    }

    /// What is measured of one program.
    private struct Samples {
        var firstScreen: [Double] = []
        var firstKeys: [Probe.Answer] = []
        var secondKeys: [Probe.Answer] = []
        var memory: [Double] = []
        var idle = (byteCount: 0, switches: 0)
    }

    /// Measures everything; takes about a minute.
    func run() throws -> Results {
        let directory = try makeTemporaryDirectory()
        // Only what was made here is removed: the front end's own directory below it.
        defer { removeTree(directory) }
        let subjects = [
            Subject(command: [frontEnd, "--data-dir", directory + "/data"], marker: "Ctrl-C", nextField: "\t"),
            Subject(
                command: [
                    "dialog", "--form", "Log in", "12", "50", "2", "Account", "1", "1", "", "1", "12", "30", "60",
                    "Password", "2", "1", "", "2", "12", "30", "60",
                ],
                // The button's first letter is drawn apart from the others.
                marker: "ancel",
                // Tab leaves the fields; Down goes to the next one, in the mode of the cursor keys that it sets.
                nextField: "\u{1B}OB"),
            Subject(command: [frontEnd, "--data-dir", directory + "/kept"], marker: "Ctrl-C", nextField: "\t"),
        ]
        try rememberLogin(in: directory + "/kept")
        // The first start makes the store and fills the caches.
        for subject in subjects { _ = try Probe(subject) }
        var samples = subjects.map { _ in Samples() }
        for start in 0..<Self.starts {
            // Ours never behind ours, whose file would still be in the processor's caches.
            for (turn, index) in [0, 1, 2, 1].enumerated() {
                let subject = subjects[index]
                let probe = try Probe(subject)
                samples[index].firstScreen.append(probe.firstScreen.time / .milliseconds(1))
                samples[index].memory.append(Double(try probe.peakMemory()) / 1024)
                if start < Self.startsWithKeys, turn < 2 { try measureKeys(of: probe, subject, &samples[index]) }
            }
        }
        for (index, subject) in subjects.prefix(2).enumerated() {
            samples[index].idle = try Probe(subject).idle(for: .seconds(5))
        }
        let folder = String(frontEnd.prefix(upTo: frontEnd.lastIndex(of: "/") ?? frontEnd.startIndex))
        let shares = try TapeBenchmark(programsIn: folder, directory: directory).share()
        return results(samples[0], samples[1], remembered: samples[2].firstScreen, shares)
    }

    /// Registers, and has the login remembered: the next start finds a vault, and fills the form in (section 3).
    private func rememberLogin(in directory: String) throws {
        let program = try TerminalProgram(frontEnd, ["--data-dir", directory])
        try program.waitForText("Forgot password")
        try program.type("lin\tcorrect horse 7\t ")
        try program.press(.backTab, .enter)
        try program.waitForText("Account not found")
        try program.press(.tab, .enter)
        try program.waitForText("Password again")
        try program.type("correct horse 7\tcorrect horse 7")
        try program.waitForText("strong")
        try program.press(.enter)
        try program.waitForText("Log out")
        try program.press(.control("c"))
        try program.waitForExit()
    }

    private func measureKeys(of probe: Probe, _ subject: Subject, _ samples: inout Samples) throws {
        samples.firstKeys += try Self.keys.map(probe.press)
        _ = try probe.press(subject.nextField)
        samples.secondKeys += try Self.keys.map(probe.press)
    }

    private func results(
        _ ours: Samples, _ dialogs: Samples, remembered: [Double], _ playerShares: [Double]
    ) -> Results {
        func time(_ answers: [Probe.Answer]) -> Double { median(answers.map { $0.time / .milliseconds(1) }) }
        func bytes(_ answers: [Probe.Answer]) -> Double { median(answers.map { Double($0.byteCount) }) }
        let first = (median(ours.firstScreen), median(dialogs.firstScreen))
        let (account, password) = (time(ours.firstKeys), time(ours.secondKeys))
        return Results(rows: [
            Row("exec to first screen, ms", first.0, first.1, limit: first.1),
            Row("the same with a remembered login, ms", median(remembered), first.1, limit: first.1),
            Row("key in the account field, ms", account, time(dialogs.firstKeys), limit: time(dialogs.firstKeys)),
            Row("key in the password field, ms", password, time(dialogs.secondKeys), limit: time(dialogs.secondKeys)),
            Row("key in the account field, bytes", bytes(ours.firstKeys), bytes(dialogs.firstKeys), limit: 8),
            Row("key in the password field, bytes", bytes(ours.secondKeys), bytes(dialogs.secondKeys), limit: 32),
            Row("idle 5 s, bytes", Double(ours.idle.byteCount), Double(dialogs.idle.byteCount), limit: 0),
            Row("idle 5 s, context switches", Double(ours.idle.switches), Double(dialogs.idle.switches), limit: 0),
            Row("peak resident memory, MiB", median(ours.memory), median(dialogs.memory), limit: 16),
            Row("the player's share of a tape's time, %", median(playerShares), nil, limit: 5),
        ])
    }

    private func makeTemporaryDirectory() throws -> String {
        var template = Array("/tmp/vestibule-benchmark-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw MeasurementFailure(description: "no temporary directory") }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private func removeTree(_ path: String) {
        guard let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            if unlink("\(path)/\(name)") != 0 { removeTree("\(path)/\(name)") }
        }
        closedir(directory)
        rmdir(path)
    }
}

/// The middle of `values`; 0 if there are none.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return 0 }
    return sorted.count % 2 == 1 ? upper : (sorted[sorted.count / 2 - 1] + upper) / 2
}
