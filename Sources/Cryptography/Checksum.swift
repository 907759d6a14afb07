/// A hash of 32 bytes by which damage to stored bytes is found; no protection against intent.
public enum Checksum {
    /// The number of bytes.
    public static let byteCount = 32

    /// The hash of `bytes`.
    public static func of(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        BLAKE2b.hash(bytes, count: byteCount)
    }
}
