import Cryptography
import Glibc
import PrivateFiles

extension Vault {
    /// The vault's files, and the key that stands in for the key file.
    struct Files: Sendable {
        /// The directory that they lie in.
        let directory: String
        /// The key from the environment; with it the key file is not looked at.
        let givenKey: SealingKey?

        /// The file with the entries.
        var vaultPath: String { directory + "/vault" }
        /// The file with the key: 64 hexadecimal digits and a line end.
        var keyPath: String { directory + "/vault.key" }
        /// The file that is locked while something changes.
        var lockPath: String { directory + "/vault.lock" }

        /// The file that is locked while somebody goes on with a remembered session.
        var turnPath: String { directory + "/vault.turn" }

        /// The path of `file`.
        func path(of file: File) -> String {
            switch file {
            case .vault: vaultPath
            case .key: keyPath
            }
        }

        /// Whether anything lies where the entries should be.
        var hasVault: Bool {
            var status = stat()
            return lstat(vaultPath, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
        }
    }

    /// Something that keeps a file from being used.
    struct Defect: Equatable {
        /// Which file.
        var file: File
        /// What is wrong with it.
        var flaw: Flaw
        /// Whether nobody could ever use the file again as it is.
        var isFinal: Bool
    }

    /// What a look at the files found.
    struct Inspection {
        /// The entries that open.
        var entries: [VaultFile.SealedEntry] = []
        /// The key; nil where there is none to be had, or it was not asked for.
        var key: SealingKey?
        /// The files that others could read.
        var exposures: [Remark] = []
        /// What is wrong.
        var defects: [Defect] = []

        /// The entry for `origin`, opened again: to keep all of them opened makes a start dearer (section 9).
        func entry(for origin: String) -> Entry? {
            entries.first { $0.origin == origin }.flatMap(open)
        }

        /// What the person should be told, where these files have been set aside under these paths.
        func remarks(setAside paths: [File: String]) -> [Remark] {
            exposures + defects.map { .unusable($0.file, $0.flaw, setAside: paths[$0.file]) }
        }
    }
}

extension Vault.Files {
    /// Looks at the files and opens what can be opened; changes nothing but a mode that lets others read.
    ///
    /// Where there is no vault the key is looked for only if `readsKeyAlways`.
    func inspect(readsKeyAlways: Bool) -> Vault.Inspection {
        var inspection = Vault.Inspection()
        let reading = readVault(&inspection)
        guard reading != nil || readsKeyAlways else { return inspection }
        let isKeyLost = readKey(&inspection)
        switch reading {
        case nil: break
        case .tooNew:
            inspection.defects.append(Vault.Defect(file: .vault, flaw: .tooNew, isFinal: false))
        case .damaged(let entries):
            inspection.take(entries)
            inspection.defects.append(Vault.Defect(file: .vault, flaw: .damaged, isFinal: true))
        case .intact(let vault):
            guard inspection.key?.fingerprint == vault.fingerprint else {
                let isFinal = vault.keyPlace == .file && givenKey == nil && (isKeyLost || inspection.key != nil)
                inspection.defects.append(Vault.Defect(file: .vault, flaw: .keyMissing, isFinal: isFinal))
                break
            }
            inspection.take(vault.entries)
            if inspection.entries.count < vault.entries.count {
                inspection.defects.append(Vault.Defect(file: .vault, flaw: .damaged, isFinal: true))
            }
        }
        return inspection
    }

    /// Reads the file with the entries; nil where there is none that can be read.
    private func readVault(_ inspection: inout Vault.Inspection) -> VaultFile.Reading? {
        do throws(TrustedFile.Distrust) {
            let file = try TrustedFile(path: vaultPath)
            inspection.note(file.exposure, of: .vault)
            guard file.size <= VaultFile.limit else { return .damaged([]) }
            var bytes = [UInt8](repeating: 0, count: file.size)
            let count = try bytes.withUnsafeMutableBufferPointer { bytes throws(TrustedFile.Distrust) in
                try file.read(into: UnsafeMutableRawBufferPointer(bytes))
            }
            return VaultFile.read(Array(bytes[..<count]))
        } catch {
            inspection.note(error, of: .vault)
            return nil
        }
    }

    /// Finds the key; returns whether the key file is missing or beyond use.
    private func readKey(_ inspection: inout Vault.Inspection) -> Bool {
        inspection.key = givenKey
        guard givenKey == nil else { return false }
        do throws(TrustedFile.Distrust) {
            let file = try TrustedFile(path: keyPath)
            inspection.note(file.exposure, of: .key)
            // A key with white space behind it; what is longer is none.
            let text = try Secret(count: min(file.size, 128)) { bytes throws(TrustedFile.Distrust) in
                _ = try file.read(into: bytes)
            }
            inspection.key = SealingKey(hexadecimal: text)
            guard inspection.key == nil else { return false }
            inspection.defects.append(Vault.Defect(file: .key, flaw: .damaged, isFinal: true))
            return true
        } catch {
            inspection.note(error, of: .key)
            return error == .missing || error == .notAFile
        }
    }
}

extension Vault.Inspection {
    /// Keeps those of `sealed` that open.
    fileprivate mutating func take(_ sealed: [VaultFile.SealedEntry]) {
        entries = sealed.filter { open($0) != nil }
    }

    /// What is in an entry; nil where the key is another one, or it was changed.
    fileprivate func open(_ sealed: VaultFile.SealedEntry) -> Vault.Entry? {
        key?.open(sealed.box, for: Array(sealed.origin.utf8)).flatMap(Vault.Entry.init(encoded:))
    }

    fileprivate mutating func note(_ exposure: TrustedFile.Exposure, of file: Vault.File) {
        guard exposure != .none else { return }
        exposures.append(.exposed(file, isOver: exposure == .ended))
    }

    fileprivate mutating func note(_ distrust: TrustedFile.Distrust, of file: Vault.File) {
        guard let flaw = Vault.Flaw(distrust) else { return }
        defects.append(Vault.Defect(file: file, flaw: flaw, isFinal: flaw == .notAFile))
    }
}
