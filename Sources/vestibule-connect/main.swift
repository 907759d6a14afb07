import AccountPipe
import CommandLineOptions
import Glibc
import Processes

// Passwords pass through here.
ThisProcess.hideMemory()
ThisProcess.ignoreBrokenPipes()

do throws(ConnectionFault) {
    let options = try ConnectionOptions(arguments: CommandLine.arguments)
    if let information = options.information {
        print(information, terminator: "")
        do throws(StandardOutput.Fault) {
            try StandardOutput.flush()
        } catch { throw ConnectionFault(message: error.message) }
        exit(0)
    }
    let server = PipeServer(
        try makeService(for: options) { name in getenv(name).map { String(cString: $0) } }, input: STDIN_FILENO,
        output: STDOUT_FILENO)
    exit(server.run() ? 0 : 1)
} catch {
    // The front end keeps it for the log, and never shows it raw (T6).
    let line = "vestibule-connect: \(error.message)\n"
    _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}
