import Cryptography
import Glibc
import PasswordStrength
import Processes
import ZxcvbnEstimator

// Passwords pass through here.
ThisProcess.hideMemory()

guard CommandLine.argc <= 1 else {
    let line = "vestibule-strength: it is started by vestibule, and takes no arguments\n"
    write(STDERR_FILENO, line, line.utf8.count)
    exit(2)
}

/// Reads exactly `bytes`; false at the end of the input.
func readAll(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
    var count = 0
    while count < bytes.count {
        let got = read(STDIN_FILENO, bytes.baseAddress?.advanced(by: count), bytes.count - count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return false }
        count += got
    }
    return true
}

/// Reads a text of `count` bytes; nil at the end of the input.
func readText(count: Int) -> Secret? {
    var isComplete = true
    let text = Secret(count: count) { isComplete = readAll($0) }
    return isComplete ? text : nil
}

let estimator = ZxcvbnEstimator()
while let header = readText(count: EstimatorWire.headerCount),
    let lengths = header.withUnsafeBytes(EstimatorWire.lengths(in:)),
    let password = readText(count: lengths.password), let account = readText(count: lengths.account)
{
    let name = account.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let reply = EstimatorWire.reply(estimator.estimated(password, account: name))
    guard write(STDOUT_FILENO, reply, reply.count) == reply.count else { break }
}
