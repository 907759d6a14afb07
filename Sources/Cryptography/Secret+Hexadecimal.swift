import CSodium

extension Secret {
    /// The bytes as hexadecimal digits in lower case, in a time that depends on the length only.
    var encodedHexadecimal: Secret {
        let text = Secret(count: 2 * count + 1) { text in
            guard let start = text.bindMemory(to: CChar.self).baseAddress else { return }
            withUnsafeBytes { bytes in
                _ = sodium_bin2hex(start, text.count, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
            }
        }
        // The library ends the text with a zero.
        return text.withUnsafeBytes { Secret(UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
    }

    /// The bytes that the text's hexadecimal digits of either case mean; nil where it is anything else.
    ///
    /// White space may follow, as editors and `echo` leave it.
    var decodedHexadecimal: Secret? {
        withUnsafeBytes { text in
            let end = text.lastIndex { !Self.whiteSpace.contains($0) }.map { $0 + 1 } ?? 0
            guard let start = text.bindMemory(to: CChar.self).baseAddress, end % 2 == 0 else { return nil }
            var isRead = false
            let bytes = Secret(count: end / 2) { bytes in
                guard let first = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
                var count = 0
                let status = sodium_hex2bin(first, bytes.count, start, end, nil, &count, nil)
                isRead = status == 0 && count == bytes.count
            }
            return isRead ? bytes : nil
        }
    }

    private static let whiteSpace = Array(" \t\r\n".utf8)
}
