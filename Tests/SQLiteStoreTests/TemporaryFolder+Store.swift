import ProgramTesting

extension TemporaryFolder {
    /// The path of a store in the folder.
    func file() -> String { file("accounts.sqlite") }
}
