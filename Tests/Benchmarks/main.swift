// Measures the front end beside `dialog --form`, the first four rows of the budgets (section 9), and prints a
// table in Markdown:
//
//     swift build -c release --disable-local-rpath && .build/release/Benchmarks
//
// The path of another front end may follow; without one it is the file `vestibule` beside this one.
import Glibc

let executable = String(CommandLine.arguments.dropFirst().first ?? Benchmark.defaultFrontEnd)
guard access(executable, X_OK) == 0 else {
    fputs(
        "Benchmarks: there is no \(executable); build it: swift build -c release --disable-local-rpath\n", stderr)
    exit(1)
}
do {
    let results = try Benchmark(frontEnd: executable).run()
    print(results.table)
    exit(results.areMet ? 0 : 1)
} catch {
    fputs("Benchmarks: \(error)\n", stderr)
    exit(1)
}
