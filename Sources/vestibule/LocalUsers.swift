import Glibc

/// The users of this machine, as `/etc/passwd` names them.
///
/// Read from the file itself: what asks the name services loads libraries, which a static program cannot.
enum LocalUsers {
    private static let names: [uid_t: String] = {
        guard let file = fopen("/etc/passwd", "re") else { return [:] }
        defer { fclose(file) }
        var names: [uid_t: String] = [:]
        while let entry = fgetpwent(file)?.pointee {
            // Of several names for one number the first is the one that counts, as for getpwuid(3).
            if names[entry.pw_uid] == nil { names[entry.pw_uid] = String(cString: entry.pw_name) }
        }
        return names
    }()

    /// The login name of the user `id`; nil where the file has none.
    @Sendable static func name(of id: uid_t) -> String? { names[id] }
}
