import Foundation
import ProgramTesting
import ServerTesting
import TerminalCore
import TerminalTesting
import Testing

/// The front end on the project's own service, through `vestibule-connect` (sections 5 and 6).
@Suite("The front end and the service")
struct VestibuledEndToEndTests {
    private static let password = "corr3ct-horse-bat"

    @Test("H1, L12: a remembered token outlives the front end and a restart of the service")
    func remembered() throws {
        let server = try Vestibuled(listen: "unix:FOLDER/socket")
        #expect(try server.register("adalove", Self.password).status == 200)
        let folder = try TemporaryFolder()
        let first = try FrontEndRun.onService(try server.host, in: folder)
        try first.fillIn(account: "adalove", password: Self.password)
        try first.logInRemembered()

        let service = try server.host
        #expect(try server.end(by: SIGTERM) == 0)
        let second = try FrontEndRun.onService(service, in: folder)
        #expect(try second.frame.node("password")?.remembered == true)
        try second.program.press(.enter)
        try second.program.waitForFrame("trouble") {
            $0.toast?.contains("does not take connections") == true && !$0.busy
        }
        try server.start()
        try second.program.press(.enter)
        try second.waitForScreen("home")
    }
}
