import CSodium

/// The library's own start, done once.
enum Sodium {
    private static let isStarted: Bool = {
        // 0 the first time, 1 when it had already been done, −1 when no randomness can be had.
        precondition(sodium_init() >= 0, "libsodium could not start: no source of randomness")
        return true
    }()

    /// Makes sure that libsodium is ready; every entry point of this module calls it.
    static func start() {
        _ = isStarted
    }
}
