import Cryptography
import Testing

@testable import PasswordStrength

@Suite("What an estimator is asked and answers (H6)")
struct EstimatorWireTests {
    private func bytes(_ secret: Secret) -> [UInt8] { secret.withUnsafeBytes(Array.init) }

    @Test("A request is two lengths and two texts")
    func request() {
        let request = bytes(EstimatorWire.request(Secret("密a".utf8), account: "ada"))
        #expect(request == [0, 4, 0, 3] + Array("密aada".utf8))
        let lengths = request.withUnsafeBytes { EstimatorWire.lengths(in: $0) }
        #expect(lengths?.password == 4 && lengths?.account == 3)
    }

    @Test("Texts are cut after 1024 bytes, and no header asks for more")
    func limits() {
        let long = String(repeating: "x", count: 5000)
        let request = bytes(EstimatorWire.request(Secret(long.utf8), account: long))
        #expect(request.count == 4 + 2 * 1024 && request.prefix(4) == [4, 0, 4, 0])
        for header in [[4, 1, 0, 0], [0, 0, 4, 1], [255, 255, 255, 255]] as [[UInt8]] {
            #expect(header.withUnsafeBytes { EstimatorWire.lengths(in: $0) } == nil)
        }
    }

    @Test(
        "An estimate survives the way",
        arguments: [nil, .common, .accountWords, .guessable] as [PasswordEstimate.Weakness?])
    func reply(_ weakness: PasswordEstimate.Weakness?) {
        let estimate = PasswordEstimate(bits: 41.25, weakness: weakness)
        let reply = EstimatorWire.reply(estimate)
        #expect(reply.count == EstimatorWire.replyCount)
        #expect(EstimatorWire.estimate(in: reply)?.bits == 41.25)
        #expect(EstimatorWire.estimate(in: reply)?.weakness == weakness)
    }

    @Test("A reply that makes no sense is none")
    func nonsense() {
        let good = EstimatorWire.reply(PasswordEstimate(bits: 1, weakness: nil))
        #expect(EstimatorWire.estimate(in: Array(good.dropLast()) + [9]) == nil)
        for bits in [Double.nan, .infinity, -1] {
            #expect(EstimatorWire.estimate(in: EstimatorWire.reply(PasswordEstimate(bits: bits, weakness: nil))) == nil)
        }
    }
}
