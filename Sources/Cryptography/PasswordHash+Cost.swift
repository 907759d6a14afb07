extension PasswordHash {
    /// How much work a hash is (A1).
    public struct Cost: Hashable, Sendable {
        /// Bytes of memory, at least 8 KiB.
        public let memory: Int
        /// Passes over the memory, at least 1.
        public let passes: Int

        /// Makes a cost; values outside what can be stored and verified again are brought to the nearest bound.
        public init(memory: Int, passes: Int) {
            self.memory = min(max(memory, Self.cheapest.memory), Self.dearest.memory)
            self.passes = min(max(passes, Self.cheapest.passes), Self.dearest.passes)
        }

        private init(memory: Int, passes: Int, unchecked: Void) {
            self.memory = memory
            self.passes = passes
        }

        /// 64 MiB, two passes: about 65 ms on one core.
        public static let standard = Cost(memory: 64 << 20, passes: 2)
        /// The least that Argon2id allows, for demo accounts and tests: no protection.
        public static let cheapest = Cost(memory: 8 << 10, passes: 1, unchecked: ())
        /// The most that is computed for a stored hash: 1 GiB, ten passes.
        static let dearest = Cost(memory: 1 << 30, passes: 10, unchecked: ())

        /// What is compared: memory times passes.
        var work: Int { memory.multipliedReportingOverflow(by: passes).partialValue }

        /// Whether a stored hash of this cost is computed at all.
        var isAcceptable: Bool { memory <= Self.dearest.memory && passes <= Self.dearest.passes }

        /// Reads `$argon2id$v=19$m=65536,t=2,p=1$…`; nil for anything else, and for more than sixteen lanes.
        init?(encoded: String) {
            let fields = encoded.split(separator: "$", omittingEmptySubsequences: false)
            guard fields.count >= 4, fields[0].isEmpty, fields[1] == "argon2id", fields[2] == "v=19" else { return nil }
            let parameters = fields[3].split(separator: ",").map { $0.split(separator: "=") }
            guard parameters.count == 3, parameters.allSatisfy({ $0.count == 2 }),
                parameters.map({ $0[0] }) == ["m", "t", "p"],
                let kibibytes = UInt32(parameters[0][1]), let passes = UInt32(parameters[1][1]),
                let lanes = UInt32(parameters[2][1]), (1...16).contains(lanes)
            else { return nil }
            self.init(memory: Int(kibibytes) << 10, passes: Int(passes), unchecked: ())
        }
    }
}
