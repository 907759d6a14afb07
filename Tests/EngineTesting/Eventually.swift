import Glibc

/// Waits for a condition for a minute and a half; whether it came true.
///
/// Other tests may keep the pool that tasks run on busy for long, so it is looked at a few times in any case.
package func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(90)
    var lookCount = 0
    while ContinuousClock.now < end || lookCount < 50 {
        lookCount += 1
        if try await condition() { return true }
        await Task.yield()
        poll(nil, 0, 5)
    }
    return false
}
