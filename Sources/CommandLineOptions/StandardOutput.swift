import Glibc

/// What a program prints to its standard output.
public enum StandardOutput {
    /// The output could not be written, as where a disk is full.
    public struct Fault: Error, Equatable {
        /// What and why, in one line without a full stop.
        public let message: String
    }

    /// Hands over what `print` holds back, which else nobody notices to be lost.
    public static func flush() throws(Fault) {
        guard fflush(nil) != 0 else { return }
        throw Fault(message: "cannot write the output: \(String(cString: strerror(errno)))")
    }
}
