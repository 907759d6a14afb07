import Accounts
import Glibc

extension Timestamp {
    /// The system's time.
    public static let now: @Sendable () -> Timestamp = {
        Timestamp(seconds: Int64(time(nil)))
    }
}
