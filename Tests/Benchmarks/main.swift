// Measures the front end beside `dialog --form`, the first four rows of the budgets (section 9), and the last one, how
// much of a tape's time the player takes itself, and prints a table in Markdown:
//
//     swift build -c release --disable-local-rpath && .build/release/Benchmarks
//
// The path of another front end may follow; without one it is the file `vestibule` beside this one. With `service`
// instead it measures the account service beside libmicrohttpd and libsodium alone, for which it needs wrk.
import Glibc

/// Ends with a line on standard error.
func fail(_ reason: String) -> Never {
    let line = "Benchmarks: \(reason)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(2)
}

if CommandLine.arguments.dropFirst().first == "service" {
    do {
        let results = try await ServiceBenchmark().run()
        print(results.table)
        exit(results.areMet ? 0 : 1)
    } catch { fail("\(error)") }
}
let executable = CommandLine.arguments.dropFirst().first ?? Benchmark.defaultFrontEnd
guard access(executable, X_OK) == 0 else {
    fail("there is no \(executable); build it: swift build -c release --disable-local-rpath")
}
do {
    let results = try Benchmark(frontEnd: executable).run()
    print(results.table)
    exit(results.areMet ? 0 : 1)
} catch {
    fail("\(error)")
}
