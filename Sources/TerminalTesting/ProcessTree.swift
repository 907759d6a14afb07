/// A process and those that descend from it, as proc(5) tells of them.
struct ProcessTree {
    /// The id of the process at the top.
    let root: Int32

    /// Whether the main thread of one of them in the process group `group` runs, or waits for a processor or a disk.
    func computes(inGroup group: Int32) -> Bool {
        if let (state, itsGroup) = status, itsGroup == group, state == "R" || state == "D" { return true }
        return children.contains { $0.computes(inGroup: group) }
    }

    /// The state and the process group; nil where there is no such process any more.
    private var status: (state: Substring, group: Int32)? {
        // The program's name, in parentheses, may hold anything.
        guard let text = text(of: "stat"), let nameEnd = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: nameEnd)...].split(separator: " ", maxSplits: 3)
        guard fields.count == 4, let group = Int32(fields[2]) else { return nil }
        return (fields[0], group)
    }

    private var children: [ProcessTree] {
        let ids = text(of: "task/\(root)/children")?.split(separator: " ") ?? []
        return ids.compactMap { Int32($0).map(ProcessTree.init) }
    }

    private func text(of name: String) -> String? {
        (try? readFile("/proc/\(root)/\(name)")).map { String(decoding: $0, as: UTF8.self) }
    }
}
