import TapeScript
import TerminalTesting

/// Everything that is written while a tape is played or after it.
final class Outputs: PlayObserver {
    private let dump: TextDump?
    /// Where the dump goes.
    private let textFiles: [String]
    private var faults: [String] = []

    /// Prepares what `tape` asks for, and the dump to `textFile`.
    init(_ tape: Tape, textFile: String?) {
        textFiles = tape.setup.outputs.filter { $0.kind == .text }.map(\.path) + [textFile].compactMap(\.self)
        // Reading all rows after each command costs more than the rest.
        dump = textFiles.isEmpty ? nil : TextDump()
    }

    func observe(_ event: PlayEvent, at time: Duration, screen: TerminalEmulator) {
        dump?.observe(event, at: time, screen: screen)
        if case .snapshot(let path) = event, path.hasSuffix(".txt") {
            write(screen.text + "\n", to: path)
        }
    }

    /// Writes what is written at the end, also of a play that failed.
    ///
    /// - Returns: what could not be written, in words.
    func finish() -> [String] {
        for file in textFiles { write(dump?.text ?? "", to: file) }
        return faults
    }

    private func write(_ text: String, to path: String) {
        if let slash = path.lastIndex(of: "/") { makeDirectory(String(path[..<slash])) }
        do throws(SystemError) {
            try writeFile(Array(text.utf8), to: path)
        } catch { faults.append("cannot \(error.description)") }
    }
}
