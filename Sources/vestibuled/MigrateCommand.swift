/// `vestibuled migrate`: brings a store to this program's version, or makes it.
enum MigrateCommand {
    /// Opens the store, which does it; prints nothing.
    static func run(_ words: [String]) async throws(CommandFault) {
        let options = try CommandOptions(words, names: ["store:"])
        try options.expectNoOperands()
        _ = try StoreLocation(options.value("store")).open(makingOne: true)
    }
}
