import CSodium

/// BLAKE2b (RFC 7693), the hash behind digests, checksums and names of keys.
enum BLAKE2b {
    /// Hashes `bytes` to `count` bytes, 16 to 64, with a key of 16 to 64 bytes or none.
    static func hash(_ bytes: UnsafeRawBufferPointer, count: Int, key: Secret = Secret()) -> [UInt8] {
        precondition(
            key.isEmpty
                || (Int(crypto_generichash_KEYBYTES_MIN)...Int(crypto_generichash_KEYBYTES_MAX)).contains(key.count),
            "a key has 16 to 64 bytes")
        Sodium.start()
        var digest = [UInt8](repeating: 0, count: count)
        key.withUnsafeBytes { key in
            _ = crypto_generichash(
                &digest, digest.count, bytes.bindMemory(to: UInt8.self).baseAddress, UInt64(bytes.count),
                key.bindMemory(to: UInt8.self).baseAddress, key.count)
        }
        return digest
    }
}
