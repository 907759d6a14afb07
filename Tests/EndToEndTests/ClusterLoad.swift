import Foundation
import HTTPTesting
import Synchronization

/// Registrations and logins through several services at the same time, and what became of them.
final class ClusterLoad: Sendable {
    /// An account whose registration was acknowledged, and the number of the service that did.
    struct Account: Sendable {
        let name: String
        let service: Int
    }

    private struct State {
        var accounts: [Account] = []
        var refusals: [Int: Int] = [:]
        var unreachable: [Int: Int] = [:]
        var wrongs: [String] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let addresses: [RawConnection.Address]
    private let password: String
    private let group = DispatchGroup()

    /// The account that every password is wrong for.
    static let target = "target"

    /// Begins, from so many threads for each of the services at `addresses`, all with accounts of this password.
    init(on addresses: [RawConnection.Address], password: String, threadCount: Int = 3) {
        (self.addresses, self.password) = (addresses, password)
        for service in addresses.indices {
            for worker in 0..<threadCount {
                group.enter()
                Thread.detachNewThread { [self] in
                    for number in 0... {
                        guard !state.withLock(\.isOver) else { break }
                        go(through: service, "user\(service)w\(worker)n\(number)")
                    }
                    group.leave()
                }
            }
        }
    }

    /// The accounts whose registrations were acknowledged so far.
    var accounts: [Account] { state.withLock(\.accounts) }

    /// How many were acknowledged by a service.
    func accountCount(of service: Int) -> Int { accounts.count { $0.service == service } }

    /// How often a service has answered with trouble.
    func refusalCount(of service: Int) -> Int { state.withLock { $0.refusals[service] ?? 0 } }

    /// How often a service has not answered at all.
    func unreachableCount(of service: Int) -> Int { state.withLock { $0.unreachable[service] ?? 0 } }

    /// Answers that nobody should have got.
    var wrongs: [String] { state.withLock(\.wrongs) }

    /// Ends the threads and waits for them.
    func end() {
        state.withLock { $0.isOver = true }
        group.wait()
    }

    /// A registration, a login to what any service has acknowledged, and a guess at an account's password.
    private func go(through service: Int, _ name: String) {
        if ask(service, "/v1/register", name, password, right: [200]) == 200 {
            state.withLock { $0.accounts.append(Account(name: name, service: service)) }
        }
        if let account = accounts.randomElement() {
            _ = ask(service, "/v1/login", account.name, password, right: [200])
        }
        _ = ask(service, "/v1/login", Self.target, "wr0ngXqLw2", right: [403, 429])
    }

    /// Makes a call and notes what came of it; the status, nil where there was no answer.
    ///
    /// A connection for each call, as each client has its own.
    private func ask(_ service: Int, _ path: String, _ account: String, _ password: String, right: Set<Int>) -> Int? {
        let text = Vestibuled.text("POST", path, Vestibuled.credentials(account, password), isLast: true)
        let reply = try? { () throws -> Reply in
            let connection = try RawConnection(addresses[service])
            connection.send(text)
            return try connection.readReply()
        }()
        state.withLock { state in
            guard let reply else { return state.unreachable[service, default: 0] += 1 }
            if [500, 503, 504].contains(reply.status) {
                state.refusals[service, default: 0] += 1
            } else if !right.contains(reply.status) {
                state.wrongs.append("\(path) of \(account) through \(service): \(reply.status) \(reply.text)")
            }
        }
        // Where nobody listens, others on this machine have something to do.
        if reply == nil { poll(nil, 0, 10) }
        return reply?.status
    }
}
