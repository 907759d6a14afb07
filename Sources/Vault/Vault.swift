import Cryptography
import Glibc
import PrivateFiles

/// The remembered logins of one data directory, one for each service (section 3, "The vault").
///
/// They lie in the file `vault`, sealed by XChaCha20-Poly1305 under the key in `vault.key`, or under a key that the
/// environment gives. With the key beside it this keeps nobody out who can read both; it is obfuscation against a
/// glance.
///
/// Any number of processes may use one directory. Every change is made under a lock (`vault.lock`) and takes the file's
/// place as a whole, so that reading needs no lock and `kill -9` at any moment leaves the old vault or the new one.
///
/// Nothing that is wrong with the files keeps anybody from logging in. A file that nobody could ever use again (cut,
/// changed, no vault at all, sealed under a key file that is gone) is set aside under another name by the first who
/// reads it; entries in it that still open are kept. A file that may only be out of reach for now (another
/// user's, writable by others, of a later version, sealed under a key from the environment) stays until a change
/// takes its place, and is set aside then. Each is told as a ``Remark``.
public struct Vault: Sendable {
    /// The environment's variable for a key of one's own: 64 hexadecimal digits.
    public static let keyVariable = "VESTIBULE_VAULT_KEY"

    /// Where the files are, and the key if it is not in one.
    let files: Files
    private let patience: Int

    /// Makes a vault over `directory`, which is made, like the files in it, when there is something to remember.
    ///
    /// - Parameters:
    ///   - directory: the data directory.
    ///   - givenKey: the value of ``keyVariable``; nil where the environment has none.
    ///   - patience: how long a change waits for other processes, in milliseconds.
    /// - Throws: ``Failure/keyMalformed``; an empty value is malformed too, since whoever sets one does not want the
    ///   key in a file.
    public init(directory: String, givenKey: Secret? = nil, patience: Int = 2000) throws(Failure) {
        var key: SealingKey?
        if let givenKey {
            key = SealingKey(hexadecimal: givenKey)
            guard key != nil else { throw .keyMalformed }
        }
        files = Files(directory: directory, givenKey: key)
        self.patience = patience
    }

    /// What is remembered for `origin`, and what is wrong with the vault.
    ///
    /// Waits for nobody. Where there is no vault, that costs one system call (section 9).
    ///
    /// - Parameter origin: what tells a service from all others: scheme, host and port, or the path of a store.
    /// - Returns: the entry, nil where there is none or it cannot be used, and the remarks.
    public func entry(for origin: String) -> (entry: Entry?, remarks: [Remark]) {
        let inspection = files.inspect(readsKeyAlways: false)
        guard inspection.defects.contains(where: \.isFinal), let lock = try? FileLock(path: files.lockPath),
            lock.take(until: Deadline(milliseconds: 0))
        else { return (inspection.entry(for: origin), inspection.remarks(setAside: [:])) }
        defer { lock.release() }
        // Somebody else may have put it right between the look and the lock.
        let again = files.inspect(readsKeyAlways: false)
        return (again.entry(for: origin), files.setAsideFinalDefects(of: again))
    }

    /// Remembers `entry` for `origin` in place of what was remembered.
    ///
    /// Like every change, this may block for as long as the vault's patience and the disk take.
    ///
    /// - Returns: what was wrong with the files before.
    /// - Throws: ``Failure``; then the vault is as it was.
    @discardableResult
    public func remember(_ entry: Entry, for origin: String) throws(Failure) -> [Remark] {
        do { try PrivateFile.createFolder(files.directory) } catch { throw Failure(error) }
        return try change(origin) { _ in entry }
    }

    /// Changes what is remembered for `origin`, if anything is: a new token (A7), or no login any more (H4).
    ///
    /// - Returns: what was wrong with the files before.
    /// - Throws: ``Failure``; then the vault is as it was.
    @discardableResult
    public func update(_ origin: String, change: (inout Entry) -> Void) throws(Failure) -> [Remark] {
        guard files.hasVault else { return [] }
        return try self.change(origin) { old in
            guard var entry = old else { return nil }
            change(&entry)
            return entry
        }
    }

    /// Waits until no other program is between resuming a session and remembering its next token, and keeps others from
    /// it until the result goes away (A7).
    ///
    /// Of two at once the later one to write could have the older token, and showing that later looks like a thief's.
    ///
    /// - Returns: nil where another program takes longer than the vault's patience, or the file cannot be made.
    public func takeTurn() -> Turn? {
        guard let lock = try? FileLock(path: files.turnPath), lock.take(until: Deadline(milliseconds: patience))
        else { return nil }
        return Turn(lock)
    }

    /// What keeps other programs from resuming, as long as it lives.
    public final class Turn: Sendable {
        private let lock: FileLock

        init(_ lock: consuming FileLock) {
            self.lock = lock
        }
    }

    /// Removes all that is remembered for `origin`, the account included.
    ///
    /// - Returns: what was wrong with the files before.
    /// - Throws: ``Failure``; then the vault is as it was.
    @discardableResult
    public func forget(_ origin: String) throws(Failure) -> [Remark] {
        guard files.hasVault else { return [] }
        return try change(origin) { _ in nil }
    }

    /// Puts what `change` makes of the entry for `origin` in its place, while no other process changes anything.
    private func change(_ origin: String, _ change: (Entry?) -> Entry?) throws(Failure) -> [Remark] {
        do throws(SystemError) {
            let lock = try FileLock(path: files.lockPath)
            // What `flock` itself says when it must not wait.
            guard lock.take(until: Deadline(milliseconds: patience)) else { throw SystemError(EWOULDBLOCK) }
            defer { lock.release() }
            let inspection = files.inspect(readsKeyAlways: true)
            let old = inspection.entry(for: origin)
            let new = change(old)
            guard new != old || !inspection.defects.isEmpty else { return inspection.remarks(setAside: [:]) }
            return try files.write(new, for: origin, over: inspection)
        } catch {
            throw Failure(error)
        }
    }
}
