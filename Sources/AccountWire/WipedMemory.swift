import CJansson
import Cryptography
import Glibc

/// The memory of the JSON library, wiped when it is given back: passwords, codes and tokens pass through it.
enum WipedMemory {
    private static let isInUse: Bool = {
        json_set_alloc_funcs(
            { malloc($0) },
            { memory in
                // The library's own sizes are not told; what was asked for lies within what can be used.
                UnsafeMutableRawBufferPointer(start: memory, count: malloc_usable_size(memory)).wipe()
                free(memory)
            })
        return true
    }()

    /// Makes sure that the library uses it; every value is made or read after that.
    static func use() {
        _ = isInUse
    }
}
