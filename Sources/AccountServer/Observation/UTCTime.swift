import Glibc

/// A moment as ISO 8601 writes it.
struct UTCTime {
    /// Seconds since 1970.
    let seconds: Int64

    /// Such as `2026-01-31T12:00:00.123Z`.
    func text(milliseconds: Int) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        let day = "\(parts.tm_year + 1900)-\(Self.digits(parts.tm_mon + 1))-\(Self.digits(parts.tm_mday))"
        let clock = "\(Self.digits(parts.tm_hour)):\(Self.digits(parts.tm_min)):\(Self.digits(parts.tm_sec))"
        return "\(day)T\(clock).\(Self.digits(CInt(milliseconds), count: 3))Z"
    }

    private static func digits(_ number: CInt, count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
