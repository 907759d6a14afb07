import CSodium
import Synchronization

/// Where tokens and codes come from; injected, so that a demo session can be repeated.
public struct Randomness: Sendable {
    private let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// The system's cryptographic generator.
    public static let system = Randomness { bytes in
        guard let start = bytes.baseAddress else { return }
        Sodium.start()
        randombytes_buf(start, bytes.count)
    }

    /// A generator that tells the same every time it is made from the same `seed`: for demo sessions and tests only.
    public static func seeded(_ seed: UInt64) -> Randomness {
        let draws = Mutex<UInt64>(0)
        return Randomness { bytes in
            guard let start = bytes.baseAddress else { return }
            let draw = draws.withLock { draws in
                draws += 1
                return draws
            }
            var key = [UInt8](repeating: 0, count: Int(randombytes_SEEDBYTES))
            key.withUnsafeMutableBytes { key in
                key.storeBytes(of: seed.littleEndian, as: UInt64.self)
                key.storeBytes(of: draw.littleEndian, toByteOffset: 8, as: UInt64.self)
            }
            randombytes_buf_deterministic(start, bytes.count, key)
        }
    }

    private init(fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
        self.fill = fill
    }

    /// A fresh key of 256 bits.
    public func makeKey() -> Secret {
        Secret(count: 32, filledBy: fill)
    }

    /// A fresh session token of 256 bits (A7): 64 hexadecimal digits, which any header or text can hold as they are.
    public func makeToken() -> Secret {
        makeKey().encodedHexadecimal
    }

    /// So many decimal digits in ASCII, each as likely as any other (A4).
    public func makeDigits(count: Int) -> Secret {
        Secret(count: count) { digits in
            var found = 0
            while found < count {
                let draw = makeKey()
                draw.withUnsafeBytes { bytes in
                    // 250 is the last multiple of ten in a byte; what lies above it would favour small digits.
                    for byte in bytes where byte < 250 && found < count {
                        digits[found] = UInt8(ascii: "0") + byte % 10
                        found += 1
                    }
                }
            }
        }
    }

    /// A name that nobody guesses: twice so many hexadecimal digits as bytes; at most 32 bytes.
    public func makeName(byteCount: Int) -> String {
        makeKey().withUnsafeBytes { bytes in
            bytes.prefix(byteCount).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// The same source for Swift's own draws.
    public struct Generator: RandomNumberGenerator {
        fileprivate let randomness: Randomness

        /// The next 64 bits.
        public mutating func next() -> UInt64 {
            var number: UInt64 = 0
            withUnsafeMutableBytes(of: &number) { randomness.fill($0) }
            return number
        }
    }

    /// A generator that draws from this source.
    public func makeGenerator() -> Generator {
        Generator(randomness: self)
    }
}
