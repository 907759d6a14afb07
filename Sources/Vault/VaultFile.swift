import Cryptography

/// The contents of the vault's file.
///
/// | bytes | what |
/// |---|---|
/// | 7 | `VESTVLT` |
/// | 1 | the version of the rest, 1 |
/// | 1 | where the key is: 0 in its file, 1 in the environment |
/// | 16 | the key's fingerprint |
/// | 4, n, 4, m | for each entry the length of its origin, the origin, the length of the sealed entry, the sealed entry |
/// | 32 | a checksum of all before, in every version |
///
/// Numbers have their least byte first. The checksum finds damage without the key; what protects the entries is
/// their seal, which takes the origin as associated data.
struct VaultFile: Equatable {
    /// Where the key is that the entries are sealed under.
    enum KeyPlace: UInt8 {
        case file
        case environment
    }

    /// An entry and the service that it belongs to.
    struct SealedEntry: Equatable {
        var origin: String
        var box: [UInt8]
    }

    /// Where the key is.
    var keyPlace: KeyPlace
    /// Which key it is.
    var fingerprint: [UInt8]
    /// The entries, each with another origin.
    var entries: [SealedEntry] = []

    /// The most bytes of a file.
    static let limit = 1 << 20

    private static let magic = Array("VESTVLT".utf8)
    private static let version: UInt8 = 1

    /// What a reading gave.
    enum Reading: Equatable {
        /// All is as it was written.
        case intact(VaultFile)
        /// It was cut or changed, or never was a vault; these entries may be what is left.
        case damaged([SealedEntry])
        /// It is whole, and of a later version.
        case tooNew
    }

    /// Reads a file's bytes, which may be anything.
    static func read(_ bytes: [UInt8]) -> Reading {
        bytes.withUnsafeBytes { bytes in
            let end = bytes.count - Checksum.byteCount
            let isWhole =
                end >= 0 && bytes.prefix(magic.count).elementsEqual(magic)
                && Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<end])).elementsEqual(bytes[end...])
            var reader = FieldReader(isWhole ? UnsafeRawBufferPointer(rebasing: bytes[..<end]) : bytes)
            _ = reader.readBytes(magic.count)
            let version = reader.readByte()
            if isWhole, let version, version > Self.version { return .tooNew }
            let keyPlace = reader.readByte().flatMap(KeyPlace.init)
            let fingerprint = reader.readBytes(16).map { Array($0) }
            let entries = readEntries(&reader)
            guard isWhole, version == Self.version, reader.isAtEnd, let keyPlace, let fingerprint else {
                return .damaged(entries)
            }
            return .intact(VaultFile(keyPlace: keyPlace, fingerprint: fingerprint, entries: entries))
        }
    }

    /// Reads entries up to the first that is not whole.
    private static func readEntries(_ reader: inout FieldReader) -> [SealedEntry] {
        var entries: [SealedEntry] = []
        var next = reader
        while let origin = next.readField(), let box = next.readField(),
            let origin = String(utf8: origin)
        {
            entries.append(SealedEntry(origin: origin, box: Array(box)))
            reader = next
        }
        return entries
    }

    /// The file's bytes.
    var encoded: [UInt8] {
        var bytes = Self.magic + [Self.version, keyPlace.rawValue] + fingerprint
        for entry in entries {
            for field in [Array(entry.origin.utf8), entry.box] {
                bytes += UInt32(field.count).storedBytes
                bytes += field
            }
        }
        return bytes + bytes.withUnsafeBytes(Checksum.of)
    }
}
