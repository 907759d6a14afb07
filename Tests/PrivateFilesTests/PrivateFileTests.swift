import Glibc
import PrivateFiles
import ProgramTesting
import Testing

@Suite("Private files")
struct PrivateFileTests {
    @Test(
        "Others can replace what lies in a folder that they can write, unless it is sticky",
        arguments: [
            (0o700, false), (0o755, false), (0o777, true), (0o770, true), (0o702, true), (0o1777, false),
        ] as [(mode_t, Bool)])
    func replaceable(mode: mode_t, isReplaceable: Bool) throws {
        let folder = try TemporaryFolder()
        mkdir(folder.file("folder"), 0o700)
        chmod(folder.file("folder"), mode)
        #expect(PrivateFile.isReplaceableByOthers(inFolder: folder.file("folder")) == isReplaceable)
        #expect(!PrivateFile.isReplaceableByOthers(inFolder: folder.file("missing")))
    }
}
