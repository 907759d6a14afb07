import Testing

@testable import AccountWire

@Suite("Calls of contract 6.1")
struct CallTests {
    @Test("Every call is found by its method and path", arguments: Call.allCases)
    func matching(_ call: Call) throws {
        let path = call == .endSession ? call.path + "/42" : call.path
        let found = try #require(try Call.matching(method: call.method.rawValue, path: path))
        #expect(found.call == call && found.session == (call == .endSession ? "42" : nil))
    }

    @Test("Other methods are answered with those that the path takes")
    func methods() {
        #expect(throws: Call.MethodFault(allowed: [.post])) { try Call.matching(method: "GET", path: "/v1/login") }
        #expect(throws: Call.MethodFault(allowed: [.get, .delete])) {
            try Call.matching(method: "POST", path: "/v1/sessions")
        }
        #expect(throws: Call.MethodFault(allowed: [.delete])) {
            try Call.matching(method: "get", path: "/v1/sessions/7")
        }
    }

    @Test(
        "Other paths are none",
        arguments: [
            "", "/", "/v1", "/v1/", "/v1/log", "/v1/login/", "/v1/login/7", "/login", "/v1/sessions/",
            "/v1/sessions/a/b",
            "/v1/sessions/%2e%2e", "/v1/sessions/é", "/V1/login", "//v1/login", "/v1/session-end", "/v1/sessions-end",
        ])
    func paths(_ path: String) throws {
        #expect(try Call.matching(method: "DELETE", path: path) == nil)
    }
}
