import CCurl
import Cryptography
import Glibc

/// The memory of libcurl, wiped when it is given back: passwords, tokens and cookies pass through it.
enum CurlMemory {
    private static let isInUse: Bool = {
        let status = vestibule_curl_start(
            { memory in
                wipe(memory)
                free(memory)
            },
            { memory, size in
                guard let memory else { return malloc(size) }
                // What lies in the old place stays there when the system moves it.
                guard let larger = malloc(size) else { return nil }
                memcpy(larger, memory, min(size, malloc_usable_size(memory)))
                wipe(memory)
                free(memory)
                return larger
            })
        precondition(status == CURLE_OK, "no memory for the network library")
        return true
    }()

    /// Makes sure that the library uses it, and starts the library.
    static func use() {
        _ = isInUse
    }

    /// The library does not tell the size of what it gives back.
    private static func wipe(_ memory: UnsafeMutableRawPointer?) {
        UnsafeMutableRawBufferPointer(start: memory, count: malloc_usable_size(memory)).wipe()
    }
}
