import Glibc

do throws(CommandFault) {
    try await Command.run(Array(CommandLine.arguments.dropFirst()))
} catch {
    CommandFault.complain(error.message)
    exit(error.status)
}
