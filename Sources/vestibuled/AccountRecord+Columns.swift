import AccountEngine
import Accounts
import Glibc

extension AccountRecord {
    /// What is printed of it, in order, with the names that `account show` gives.
    ///
    /// States are `active`, or `disabled` and `reset` with a comma between them.
    var columns: [(name: String, value: String)] {
        let states = [disabledSince.map { _ in "disabled" }, resetSince.map { _ in "reset" }].compactMap(\.self)
        return [
            ("id", id.text), ("phone", names[.telephone] ?? "-"), ("email", names[.emailAddress] ?? "-"),
            ("name", names[.normalName] ?? "-"),
            ("state", states.isEmpty ? "active" : states.joined(separator: ",")), ("created", creation.text),
            ("last-login", lastVisit?.time.text ?? "-"),
        ]
    }
}

extension Timestamp {
    /// The time in UTC as in RFC 3339, such as `2026-01-01T00:00:00Z`.
    var text: String {
        var seconds = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "-" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
            let count = strftime(text.baseAddress, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
            return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
