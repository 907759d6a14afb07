import Glibc

/// A moment as ISO 8601 writes it.
struct UTCTime {
    /// Seconds since 1970.
    let seconds: Int64

    /// Adds the likes of `2026-01-31T12:00:00.123Z` to a line.
    func add(to line: inout [UInt8], milliseconds: Int) {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        line.add(Int(parts.tm_year) + 1900, digitCount: 4)
        line.add("-")
        line.add(Int(parts.tm_mon) + 1, digitCount: 2)
        line.add("-")
        line.add(Int(parts.tm_mday), digitCount: 2)
        line.add("T")
        line.add(Int(parts.tm_hour), digitCount: 2)
        line.add(":")
        line.add(Int(parts.tm_min), digitCount: 2)
        line.add(":")
        line.add(Int(parts.tm_sec), digitCount: 2)
        line.add(".")
        line.add(milliseconds, digitCount: 3)
        line.add("Z")
    }
}

extension [UInt8] {
    /// Adds text that the program holds, without a detour over strings: a line is written for each request.
    mutating func add(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Adds the last `digitCount` decimal digits of a number from 0 on, zeros in front among them.
    mutating func add(_ number: Int, digitCount: Int) {
        var (rest, place) = (number, count + digitCount)
        append(contentsOf: repeatElement(0, count: digitCount))
        for _ in 0..<digitCount {
            place -= 1
            self[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}
