import Cryptography
import PasswordStrength
import Processes
import ProgramTesting
import Testing

@Suite("An estimator in another process (H6)", .timeLimit(.minutes(5)))
struct EstimatorProcessTests {
    private func estimate(by estimator: EstimatorProcess) -> PasswordEstimate? {
        estimator.estimate(Secret("password".utf8), account: "ada")
    }

    /// A program that notes its start, and reads a request of 15 bytes before each `answer`.
    private func program(_ answer: String, _ folder: TemporaryFolder) -> Program {
        .shell(
            "echo start >> '\(folder.file("starts"))'; while [ $(head -c 15 | wc -c) = 15 ]; do \(answer); done")
    }

    /// The reply of 8 bits and no weakness.
    private static let reply = "printf '\\100\\040\\000\\000\\000\\000\\000\\000\\000'"

    @Test("One process answers one request after the other; after its end nothing is estimated")
    func answers() throws {
        let folder = try TemporaryFolder()
        let estimator = EstimatorProcess(program(Self.reply, folder))
        for _ in 0..<3 {
            let found = try #require(estimate(by: estimator))
            #expect(found.bits == 8 && found.weakness == nil)
        }
        #expect(folder.text(of: "starts") == "start\n")
        estimator.end()
        #expect(estimate(by: estimator) == nil)
        #expect(folder.text(of: "starts") == "start\n")
    }

    @Test(
        "One that dies, says half of an answer, or says nothing is given up, and the next estimate starts another",
        arguments: ["exit 1", "printf abc; exit", "sleep 1000"])
    func failures(_ answer: String) throws {
        let folder = try TemporaryFolder()
        let estimator = EstimatorProcess(program(answer, folder))
        #expect(estimate(by: estimator) == nil)
        #expect(estimate(by: estimator) == nil)
        #expect(folder.text(of: "starts") == "start\nstart\n")
    }

    @Test("Where there is no such program nothing is estimated")
    func missing() {
        #expect(estimate(by: EstimatorProcess(Program(path: "/nowhere/estimator"))) == nil)
    }
}
