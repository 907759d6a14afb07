import Cryptography

@testable import Vault

/// Reads arbitrary bytes as a vault's file, with a good checksum and without, and as an opened entry.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzVaultFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if case .intact(let file) = VaultFile.read(bytes) {
        precondition(file.encoded == bytes, "a file that reads as another one")
    }
    let body = Array("VESTVLT".utf8) + bytes
    let whole = body + body.withUnsafeBytes(Checksum.of)
    if case .intact(let file) = VaultFile.read(whole) {
        precondition(file.encoded == whole, "a file that reads as another one")
    }
    if let entry = Vault.Entry(encoded: Secret(bytes)) {
        precondition(Vault.Entry(encoded: entry.encoded) == entry, "an entry that reads as another one")
    }
    return 0
}
