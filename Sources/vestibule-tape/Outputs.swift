import TapeScript
import TerminalTesting

/// Everything that is written while a tape is played or after it.
final class Outputs: PlayObserver {
    private let dump: TextDump?
    private let session: SessionOutputs
    private let faults: Faults
    /// Where the dump goes.
    private let textFiles: [String]

    /// What could not be written, in words.
    private final class Faults {
        var texts: [String] = []
    }

    /// Prepares what `tape` asks for, and what the command line does.
    ///
    /// - Parameters:
    ///   - tape: what is played.
    ///   - options: what else is to be written.
    ///   - timestamp: the time in seconds since 1970.
    init(_ tape: Tape, _ options: Options, timestamp: Int) {
        func paths(_ kind: TapeOutput.Kind) -> [String] { tape.setup.outputs.filter { $0.kind == kind }.map(\.path) }
        textFiles = paths(.text) + [options.textFile].compactMap(\.self)
        // Reading all rows after each command costs more than the rest.
        dump = textFiles.isEmpty ? nil : TextDump()
        var request = SessionOutputs.Request()
        request.casts = paths(.cast) + [options.castFile].compactMap(\.self)
        request.animations = paths(.svg)
        request.pictureFolder = options.pictureFolder
        let faults = Faults()
        self.faults = faults
        session = SessionOutputs(tape, request, timestamp: timestamp) { faults.texts.append($0) }
    }

    func observe(_ event: PlayEvent, at time: Duration, screen: TerminalEmulator) {
        dump?.observe(event, at: time, screen: screen)
        session.observe(event, at: time, screen: screen)
        if case .snapshot(let path) = event, path.hasSuffix(".txt") { write(screen.text + "\n", to: path) }
    }

    /// Writes what is written at the end, also of a play that failed.
    ///
    /// - Returns: what could not be written, in words.
    func finish() -> [String] {
        for file in textFiles { write(dump?.text ?? "", to: file) }
        return faults.texts
    }

    private func write(_ text: String, to path: String) {
        do throws(SystemError) {
            try writeWithFolder(text, to: path)
        } catch { faults.texts.append("cannot \(error.description)") }
    }
}

/// Writes `text` to the file at `path`, whose folder is made where there is none.
func writeWithFolder(_ text: String, to path: String) throws(SystemError) {
    makeFolder(of: path)
    try writeFile(Array(text.utf8), to: path)
}

/// Makes the folder that the file at `path` is to lie in.
func makeFolder(of path: String) {
    if let slash = path.lastIndex(of: "/") { makeDirectory(String(path[..<slash])) }
}
