import Glibc

/// A program to be run, and its arguments.
public struct Program: Hashable, Sendable {
    /// Its file.
    public let path: String
    /// What stands behind its name.
    public let arguments: [String]

    /// Names the program at `path`.
    public init(path: String, arguments: [String] = []) {
        self.path = path
        self.arguments = arguments
    }

    /// The shell, which runs `command`.
    public static func shell(_ command: String) -> Program {
        Program(path: "/bin/sh", arguments: ["-c", command])
    }

    /// The program `name` that lies beside this process's own file; it is looked for nowhere else.
    public static func besideThisOne(_ name: String, arguments: [String] = []) -> Program {
        var own = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = max(0, readlink("/proc/self/exe", &own, own.count))
        let slash = own[..<length].lastIndex(of: CChar(bitPattern: UInt8(ascii: "/")))
        let folder = slash.map { String(decoding: own[...$0].map(UInt8.init(bitPattern:)), as: UTF8.self) } ?? "./"
        return Program(path: folder + name, arguments: arguments)
    }

    /// Whether there is such a file, and it may be run.
    public var isThere: Bool { access(path, X_OK) == 0 }
}
