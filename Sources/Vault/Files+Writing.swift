import Cryptography
import Glibc
import PrivateFiles

/// What needs the lock.
extension Vault.Files {
    /// Sets aside what `inspection` found to be beyond use, and keeps in the vault the entries that open.
    ///
    /// - Returns: all remarks; a file that could not be set aside lies as before.
    func setAsideFinalDefects(of inspection: Vault.Inspection) -> [Vault.Remark] {
        let defects = inspection.defects.filter(\.isFinal)
        guard !defects.isEmpty else { return inspection.remarks(setAside: [:]) }
        var paths: [Vault.File: String] = [:]
        let vault = inspection.key.flatMap { contents(inspection.entries, under: $0) }
        // A directory that cannot be written leaves all as it is, and the remarks say so.
        try? replace(defects, by: vault, setAside: &paths)
        return inspection.remarks(setAside: paths)
    }

    /// Writes `entry`, or none, for `origin` beside the other entries that `inspection` opened, in place of all that
    /// it found wrong.
    ///
    /// - Returns: all remarks.
    /// - Throws: the `errno` of the failure; then the vault is as it was.
    func write(
        _ entry: Vault.Entry?, for origin: String, over inspection: Vault.Inspection
    ) throws(SystemError) -> [Vault.Remark] {
        let key = inspection.key ?? SealingKey()
        var sealed = inspection.entries.filter { $0.origin != origin }
        if let entry {
            let box = key.seal(entry.encoded, for: Array(origin.utf8))
            sealed.append(VaultFile.SealedEntry(origin: origin, box: box))
        }
        var paths: [Vault.File: String] = [:]
        let vault = contents(sealed, under: key)
        try replace(inspection.defects, by: vault, newKey: inspection.key == nil ? key : nil, setAside: &paths)
        if vault == nil, paths[.vault] == nil { try PrivateFile.remove(vaultPath) }
        return inspection.remarks(setAside: paths)
    }

    /// A vault with `entries`; nil where there are none, which needs no file.
    private func contents(_ entries: [VaultFile.SealedEntry], under key: SealingKey) -> VaultFile? {
        guard !entries.isEmpty else { return nil }
        return VaultFile(
            keyPlace: givenKey == nil ? .file : .environment, fingerprint: key.fingerprint, entries: entries)
    }

    /// Sets the files with `defects` aside and puts the new ones in place, once all that is new is on the disk.
    ///
    /// The key comes first: a vault without its key could not be read.
    private func replace(
        _ defects: [Vault.Defect], by vault: VaultFile?, newKey: SealingKey? = nil,
        setAside paths: inout [Vault.File: String]
    ) throws(SystemError) {
        var replacements: [Replacement] = []
        if let vault {
            try newKey?.hexadecimalLine.withUnsafeBytes { line throws(SystemError) in
                replacements.append(try Replacement(of: keyPath, with: line))
            }
            try vault.encoded.withUnsafeBufferPointer { bytes throws(SystemError) in
                guard bytes.count <= VaultFile.limit else { throw SystemError(EFBIG) }
                replacements.append(try Replacement(of: vaultPath, with: UnsafeRawBufferPointer(bytes)))
            }
        }
        for defect in defects { paths[defect.file] = try PrivateFile.setAside(path(of: defect.file)) }
        for replacement in replacements { try replacement.commit() }
    }
}

extension SealingKey {
    /// What the key file holds.
    fileprivate var hexadecimalLine: Secret {
        var line = hexadecimal
        [UInt8(ascii: "\n")].withUnsafeBytes { line.append($0) }
        return line
    }
}
