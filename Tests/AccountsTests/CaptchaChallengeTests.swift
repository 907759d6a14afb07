import Accounts
import Testing

@Suite("A5: a picture as a service hands it out")
struct CaptchaChallengeTests {
    @Test("An id has 1 to 64 bytes", arguments: ["c", "密码", String(repeating: "x", count: 64)])
    func accepted(_ id: String) throws {
        let picture = try #require(BitPicture(text: "#."))
        let challenge = try #require(CaptchaChallenge(id: id, picture: picture))
        #expect(challenge.id == id && challenge.picture == picture)
    }

    @Test(
        "No id, or a longer one, is refused",
        arguments: ["", String(repeating: "x", count: 65), String(repeating: "密", count: 22)])
    func refused(_ id: String) throws {
        #expect(CaptchaChallenge(id: id, picture: try #require(BitPicture(text: "#."))) == nil)
    }
}
