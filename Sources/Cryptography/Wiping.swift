import CSodium

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the bytes with zeros, also where nobody reads them again.
    ///
    /// For what a C library needs of a secret in memory of its own; everything else lives in a ``Secret``.
    public func wipe() {
        sodium_memzero(baseAddress, count)
    }
}
