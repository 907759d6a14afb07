import Glibc
import TerminalTesting
import Testing

/// A small file system of its own, which goes away with this object; only root can make one.
final class ScratchDisk {
    /// Where it is mounted.
    let path: String
    private let isOnDevice: Bool

    /// Mounts a file system in memory, or one on a loop device, which can ``fail()``.
    ///
    /// - Parameters:
    ///   - path: where; a folder is made there.
    ///   - megabytes: its size.
    ///   - isOnDevice: whether it is on a loop device, whose file lies beside `path`.
    /// - Throws: a failure to mount it.
    init(at path: String, megabytes: Int, isOnDevice: Bool = false) throws {
        self.path = path
        self.isOnDevice = isOnDevice
        mkdir(path, 0o700)
        if isOnDevice {
            let image = path + ".image"
            close(open(image, O_CREAT | O_WRONLY, 0o600))
            try #require(truncate(image, off_t(megabytes << 20)) == 0)
            try Self.run("mkfs.ext4", "-q", "-O", "^has_journal", image)
            try Self.run("mount", "-t", "ext4", "-o", "loop,errors=remount-ro", image, path)
        } else {
            try #require(mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m,mode=0700") == 0, "no tmpfs here")
        }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
        rmdir(path)
    }

    /// Whether a file system on a loop device can be made and made to fail here.
    static var canFail: Bool {
        geteuid() == 0 && access("/dev/loop-control", R_OK | W_OK) == 0 && access("/sys/fs/ext4", W_OK) == 0
            && access("/usr/sbin/mkfs.ext4", X_OK) == 0
    }

    /// Leaves no room on it.
    ///
    /// - Throws: a failure to make the file that takes the room.
    func fill() throws {
        let descriptor = open(path + "/filler", O_CREAT | O_WRONLY, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let bytes = [UInt8](repeating: 0x78, count: 4096)
        while write(descriptor, bytes, bytes.count) > 0 {}
        #expect(errno == ENOSPC)
    }

    /// Gives the room back.
    func makeRoom() {
        unlink(path + "/filler")
    }

    /// Mounts it for reading only, while nobody has a file open for writing.
    ///
    /// - Throws: a failure to do so.
    func makeReadOnly() throws {
        // Busy, too, while a child that another test starts has copies of descriptors, up to its exec.
        let end = ContinuousClock.now + .seconds(60)
        while mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) != 0 {
            try #require(errno == EBUSY && ContinuousClock.now < end)
            sched_yield()
        }
    }

    /// Makes the kernel believe that the file system is damaged, which makes it read-only under open files.
    ///
    /// - Throws: a failure to do so.
    func fail() throws {
        let mounts = String(decoding: try readFile("/proc/self/mounts"), as: UTF8.self)
        let line = try #require(mounts.split(separator: "\n").last { $0.contains(" \(path) ") })
        let device = try #require(line.split(separator: " ")[0].split(separator: "/").last)
        let trigger = open("/sys/fs/ext4/\(device)/trigger_fs_error", O_WRONLY)
        try #require(trigger >= 0)
        defer { close(trigger) }
        try #require(write(trigger, "1", 1) == 1)
    }

    private static func run(_ words: String...) throws {
        var options = TerminalProgram.Options()
        options.environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
        let program = try TerminalProgram(words[0], Array(words.dropFirst()), options: options)
        let status = try program.waitForExit()
        try #require(status == .exited(0), "\(program.screen.text)")
    }
}
