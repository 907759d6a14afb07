import Accounts
import OwnThreads
import ServerTesting
import Testing

@testable import AccountClients

@Suite("Cancelled calls (L8)", .ownThreads())
struct CancellationTests {
    @Test("The connection is closed at once, and the answer is that", arguments: Contract.allCases)
    func whileWaiting(contract: Contract) async throws {
        let server = try ScriptedServer(.hold(after: ""))
        let service = try contract.service(server)
        let call = begin { try await service.logIn(credentials()) }
        try await server.waitForRequests(1)
        call.cancel()
        #expect(await call.value == .cancelled)
        try await server.waitForClosed(1)
    }

    @Test("In the middle of a reply")
    func whileReading() async throws {
        let server = try ScriptedServer(.hold(after: "HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"accountBeing"))
        let service = try server.flags()
        let call = begin { try await service.logIn(credentials()) }
        try await server.waitForRequests(1)
        call.cancel()
        #expect(await call.value == .cancelled)
        try await server.waitForClosed(1)
    }

    @Test("Before it began, nothing is sent")
    func before() async throws {
        let server = try ScriptedServer(.reply(200, "{}"))
        let service = try server.native()
        let call = begin {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await service.logIn(credentials())
        }
        #expect(await call.value == .cancelled)
        #expect(server.requests.isEmpty)
    }

    @Test("Others go on")
    func others() async throws {
        let server = try ScriptedServer { request in
            request.body.contains("slow") ? .hold(after: "") : .reply(200, #"{"user":{"account":"ada"}}"#)
        }
        let service = try server.native()
        let slow = begin { try await service.logIn(credentials("slow")) }
        try await server.waitForRequests(1)
        #expect(try await service.logIn(credentials()).user.account == "ada")
        slow.cancel()
        #expect(await slow.value == .cancelled)
        #expect(try await service.logIn(credentials()).user.account == "ada")
    }
}
