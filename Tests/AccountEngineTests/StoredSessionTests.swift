import AccountEngine
import Accounts
import Testing

@Suite("StoredSession")
struct StoredSessionTests {
    private let start = Timestamp(seconds: 1_000_000)

    private func session(_ lifetime: StoredSession.Lifetime, lastUse: Timestamp) -> StoredSession {
        StoredSession(
            id: SessionID(number: 1), account: AccountID(number: 1), name: "ada", start: start, lastUse: lastUse,
            lifetime: lifetime, peer: "")
    }

    @Test("A7: a session lives until one of its limits", arguments: [StoredSession.Lifetime.standard, .remembered])
    func limits(lifetime: StoredSession.Lifetime) {
        #expect(session(lifetime, lastUse: start).isAlive(at: start + (lifetime.idle - 1)))
        #expect(!session(lifetime, lastUse: start).isAlive(at: start + lifetime.idle))
        let end = start + lifetime.absolute
        #expect(session(lifetime, lastUse: end + -2).isAlive(at: end + -1))
        #expect(!session(lifetime, lastUse: end + -1).isAlive(at: end))
    }

    @Test("A7: a clock set back by less than the limits changes nothing, by more it ends the session")
    func clockSetBack() {
        let session = session(.standard, lastUse: start)
        #expect(session.isAlive(at: start + -1799))
        #expect(!session.isAlive(at: start + -1800))
    }

    @Test("A7: a use is worth noting once in a minute, on either side")
    func noting() {
        let session = session(.standard, lastUse: start)
        #expect(!session.isUseWorthNoting(at: start + 59))
        #expect(session.isUseWorthNoting(at: start + 60))
        #expect(!session.isUseWorthNoting(at: start + -59))
        #expect(session.isUseWorthNoting(at: start + -60))
    }

    @Test("A7: a token is good until 60 s after the first use of its successor")
    func overlap() {
        let session = session(.remembered, lastUse: start)
        #expect(!StoredToken(session: session, firstUse: start, successorUse: nil).isReused(at: start + 86_400))
        let token = StoredToken(session: session, firstUse: start, successorUse: start)
        #expect(!token.isReused(at: start + 59))
        #expect(token.isReused(at: start + 60))
        #expect(!token.isReused(at: start + -59))
        #expect(token.isReused(at: start + -60))
    }

    @Test("H3: a number that is not written as the service writes it names no session")
    func sessionID() {
        #expect(SessionID(text: "17") == SessionID(number: 17))
        for text in ["", "017", "+17", " 17", "17 ", "1e1", "99999999999999999999", "ada"] {
            #expect(SessionID(text: text) == nil)
        }
    }
}
