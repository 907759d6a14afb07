import Foundation
import HTTPTesting
import ProgramTesting
import Synchronization
import TerminalTesting
import Testing

/// The service when it is ended, killed, flooded, or out of room (section 6, A9, A10).
@Suite(.serialized) struct ServiceTroubleEndToEndTests {
    private static let password = "k3jf9XqLw2"

    @Test func `TERM under load answers every request that was accepted`() throws {
        let service = try Vestibuled(["--hash-memory", "64"])
        let names = (0..<8).map { "user\($0)" }
        for name in names { #expect(try service.register(name, Self.password).status == 200) }
        let connections = try names.map { name in
            let connection = try RawConnection(service.address, patience: 60)
            connection.send(Vestibuled.text("POST", "/v1/login", Vestibuled.credentials(name, Self.password)))
            return connection
        }
        // The last one that was sent is in the queue.
        try service.wait("hashes are computed") { _ in
            let numbers = try service.request("GET", "/metrics").text
            func number(_ name: String) -> Int {
                numbers.split(separator: "\n").first { $0.hasPrefix(name + " ") }?.split(separator: " ").last
                    .flatMap { Int($0) } ?? 0
            }
            return number("vestibule_hash_busy") > 0 && number("vestibule_connections") == names.count + 1
        }
        service.send(SIGTERM)
        for connection in connections {
            let reply = try connection.readReply()
            #expect(reply.status == 200)
            #expect(try connection.readToEnd().isEmpty)
        }
        #expect(try service.waitForEnd() == 0)
        #expect(service.log.contains(#""event":"stopped""#))
    }

    @Test func `kill -9 under load loses nothing that was acknowledged`() throws {
        let service = try Vestibuled(listen: "unix:FOLDER/socket")
        let acknowledged = Mutex<[String]>([])
        let address = try service.address
        let group = DispatchGroup()
        for worker in 0..<8 {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                guard let connection = try? RawConnection(address, patience: 60) else { return }
                for number in 0... {
                    let name = "user\(worker)x\(number)"
                    connection.send(
                        Vestibuled.text("POST", "/v1/register", Vestibuled.credentials(name, Self.password)))
                    guard let reply = try? connection.readReply(), reply.status == 200 else { return }
                    acknowledged.withLock { $0.append(name) }
                }
            }
        }
        try service.wait("accounts are registered") { _ in acknowledged.withLock(\.count) >= 200 }
        let frontEnd = try FrontEndRun.onService(try service.host)
        try frontEnd.fillIn(account: acknowledged.withLock { $0[0] }, password: Self.password)
        #expect(try service.end(by: SIGKILL) == 128 + SIGKILL)
        group.wait()
        // It may go by the connection that it had.
        try frontEnd.expectTrouble(
            "Error: the service does not take connections now; try again later",
            "Error: the connection to the service broke; try again")
        try service.start()
        try frontEnd.program.press(.enter)
        try frontEnd.waitForScreen("home")
        let connection = try RawConnection(service.address, patience: 60)
        for name in acknowledged.withLock({ $0 }) {
            connection.send(Vestibuled.text("POST", "/v1/login", Vestibuled.credentials(name, Self.password)))
            #expect(try connection.readReply().status == 200, "\(name)")
        }
    }

    @Test func `a remembered token outlives the front end and a restart of the service (H1, L12)`() throws {
        let service = try Vestibuled(listen: "unix:FOLDER/socket")
        #expect(try service.register("adalove", Self.password).status == 200)
        let folder = try TemporaryFolder()
        let first = try FrontEndRun.onService(try service.host, in: folder)
        try first.fillIn(account: "adalove", password: Self.password)
        try first.logInRemembered()

        let host = try service.host
        #expect(try service.end(by: SIGTERM) == 0)
        let second = try FrontEndRun.onService(host, in: folder)
        #expect(try second.frame.node("password")?.remembered == true)
        let words = "does not take connections"
        // What the service offers was asked for at the start, and fails with the same words as the login after it.
        let start = try second.program.waitForFrame("trouble at the start") { $0.toast?.contains(words) == true }
        try second.program.press(.enter)
        try second.program.waitForFrame("trouble", after: start) { $0.toast?.contains(words) == true && !$0.busy }
        try service.start()
        try second.program.press(.enter)
        try second.waitForScreen("home")
    }

    @Test(.enabled(if: geteuid() == 0)) func `a full disk refuses and never admits, and room heals it (A10)`() throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("disk-\(UUID())").path
        let disk = try ScratchDisk(at: place, megabytes: 4)
        let service = try Vestibuled(store: "sqlite:\(place)/accounts.sqlite")
        #expect(try service.register("ada", Self.password).status == 200)
        let frontEnd = try FrontEndRun.onService("http://\(service.host)")
        try frontEnd.fillIn(account: "ada", password: Self.password)
        try disk.fill()
        var last: Reply?
        for number in 0..<2000 {
            last = try service.register("user\(number)", Self.password)
            if last?.status != 200 { break }
        }
        let refusal = try #require(last)
        #expect(refusal.status == 500)
        #expect(refusal.text.contains("/problems/service-failed"))
        let login = try service.request("POST", "/v1/login", Vestibuled.credentials("ada", Self.password))
        #expect(login.status == 500)
        #expect(!login.text.contains("token"))
        try service.wait("the trouble is logged") { $0.contains(#""event":"store-error","trouble":"storeFull""#) }
        try frontEnd.expectTrouble("Error: the service failed; try again")
        #expect(try service.request("GET", "/healthz").status == 500)
        disk.makeRoom()
        // Nobody has logged in meanwhile: a balancer that goes by it would send nobody.
        #expect(try service.request("GET", "/healthz").status == 200)
        try frontEnd.program.press(.enter)
        try frontEnd.waitForScreen("home")
        #expect(try service.request("POST", "/v1/login", Vestibuled.credentials("ada", Self.password)).status == 200)
        #expect(try service.end(by: SIGTERM) == 0)
    }

    @Test func `a burst of strangers leaves memory and trail as they are (A9)`() throws {
        let service = try Vestibuled(["--contracts", "flags"])
        let count = 100_000
        let connection = try RawConnection(service.address, patience: 60)
        func ask(_ numbers: Range<Int>) throws {
            connection.send(
                numbers.map { number in
                    let account = 13_000_000_000 + number * 7919 % 1_000_000_000
                    return Vestibuled.text(
                        "POST", "/testApp/Login/login.php",
                        "User_Account=\(account)&User_Password=testApp123456&Account_Type=Telephone",
                        type: "application/x-www-form-urlencoded")
                }.joined())
            for _ in numbers { #expect(try connection.readReply().text.contains(#""accountBeingOrNotFlag":"0""#)) }
        }
        let step = 50
        for start in stride(from: 0, to: count / 10, by: step) { try ask(start..<start + step) }
        let before = try service.residentMemory()
        for start in stride(from: count / 10, to: count, by: step) { try ask(start..<start + step) }
        #expect(try service.residentMemory() < before + 8 * 1024)
        for file in ["accounts.sqlite", "accounts.sqlite-wal"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: service.folder.path + "/" + file)
            let size = try #require(attributes[.size] as? Int)
            #expect(size < 16 << 20, "\(file)")
        }
    }
}
