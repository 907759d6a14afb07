import Foundation
import Glibc
import Processes

/// What a program wrote, and how it ended.
package struct ProgramResult: Equatable {
    /// The exit status; 128 and more for an end by a signal, as a shell tells it.
    package var status: CInt = 0
    /// Standard output.
    package var bytes: [UInt8] = []
    /// Standard error.
    package var errors = ""

    /// Standard output as text.
    package var output: String { String(decoding: bytes, as: UTF8.self) }

    /// Runs a program to its end, with nothing to read.
    ///
    /// - Throws: ``ProgramTrouble``.
    package init(of program: String, _ arguments: String...) throws { try self.init(of: program, arguments) }

    /// What a run is expected to tell.
    package init(status: CInt = 0, output: String = "", errors: String = "") {
        (self.status, bytes, self.errors) = (status, Array(output.utf8), errors)
    }

    /// Runs a program to its end, for ten minutes at most.
    ///
    /// - Parameters:
    ///   - program: its path, or its name to be found in the `PATH`; none such ends with 127.
    ///   - arguments: those behind its name.
    ///   - input: all of standard input.
    ///   - environment: what is set beyond the tests' own environment.
    ///   - isAlone: the tests' own environment is left out.
    ///   - folder: the working directory; the tests' own unless told.
    /// - Throws: ``ProgramTrouble``.
    package init(
        of program: String, _ arguments: [String], input: String = "", environment: [String: String] = [:],
        isAlone: Bool = false, in folder: String? = nil
    ) throws {
        // Files, since of two pipes one could be full while the other is read.
        let files = try (0..<3).map { _ in
            let path = "/tmp/vestibule-stream-\(UUID())"
            let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw ProgramTrouble(program, "has no room for its streams: errno \(errno)") }
            unlink(path)
            return FileHandle(fileDescriptor: file, closeOnDealloc: true)
        }
        try files[0].write(contentsOf: Data(input.utf8))
        try files[0].seek(toOffset: 0)
        let command = Program.inEnvironment(
            program, arguments, environment: environment, isAlone: isAlone, folder: folder)
        let child = ChildProcess(
            command, input: files[0].fileDescriptor, output: files[1].fileDescriptor,
            errorOutput: files[2].fileDescriptor)
        guard let child else { throw ProgramTrouble(program, "does not start") }
        guard let ending = child.wait(until: .now + .seconds(600)) else {
            throw ProgramTrouble(program, "does not end")
        }
        for file in files { try file.seek(toOffset: 0) }
        status = Self.status(ending)
        bytes = try Array(files[1].readToEnd() ?? Data())
        errors = String(decoding: try files[2].readToEnd() ?? Data(), as: UTF8.self)
    }
}

/// Why a program could not be run.
package struct ProgramTrouble: Error, CustomStringConvertible {
    /// The program, and what is wrong with it.
    package let description: String

    /// The trouble `what` with `program`.
    package init(_ program: String, _ what: String) { description = "\(program) \(what)" }
}

extension ProgramResult {
    /// The status as a shell tells it, of what ``ChildProcess/wait(until:)`` tells.
    package static func status(_ ending: CInt) -> CInt {
        let signal = ending & 0x7F
        return signal == 0 ? ending >> 8 & 0xFF : 128 + signal
    }
}

extension Program {
    /// `program`, in the `PATH` or at its path, started by `env` with the given environment and working directory.
    package static func inEnvironment(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], isAlone: Bool = false,
        folder: String? = nil
    ) -> Program {
        var words = isAlone ? ["--ignore-environment"] : []
        if let folder { words.append("--chdir=" + folder) }
        words += environment.map { "\($0.key)=\($0.value)" }
        return Program(path: "/usr/bin/env", arguments: words + [program] + arguments)
    }
}
