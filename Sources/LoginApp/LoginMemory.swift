import LoginFlow

/// Where the last login is remembered.
public protocol LoginMemory: Sendable {
    /// Changes what is remembered; may wait for other programs and the disk.
    ///
    /// - Returns: what a person should know about it.
    func perform(_ change: MemoryChange) -> [MemoryRemark]
}
