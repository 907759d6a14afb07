/// One measured thing beside its budget.
struct Row {
    private let name: String
    private let ours: Double
    private let others: Double?
    private let limit: Double
    private let isLeast: Bool

    /// Puts `ours`, which may be at most `limit`, beside the other's, if the other has such a thing.
    init(_ name: String, _ ours: Double, _ others: Double?, limit: Double) {
        (self.name, self.ours, self.others, self.limit) = (name, ours, others, limit)
        isLeast = false
    }

    /// Puts `ours`, which must be at least `limit`, beside the other's.
    init(_ name: String, _ ours: Double, _ others: Double, atLeast limit: Double) {
        (self.name, self.ours, self.others, self.limit) = (name, ours, others, limit)
        isLeast = true
    }

    /// Whether the budget is kept.
    var isMet: Bool { isLeast ? ours >= limit : ours <= limit }

    /// The row of a table in Markdown.
    var line: String {
        let numbers = [ours, others, limit].map { $0.map(Self.text) ?? "" }.joined(separator: " | ")
        return "| \(name) | \(numbers) | \(isMet ? "met" : "not met") |"
    }

    /// `number` with two decimals, or none where it is whole.
    private static func text(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
        let decimals = hundredths % 100
        return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)"
    }
}

/// All that was measured.
struct Results {
    /// What is measured beside ours.
    var reference = "dialog --form"
    /// In the order of the budgets.
    let rows: [Row]

    /// Whether every budget is kept.
    var areMet: Bool { rows.allSatisfy(\.isMet) }

    /// A table in Markdown.
    var table: String {
        (["| what (median) | ours | \(reference) | budget | |", "|---|--:|--:|--:|---|"] + rows.map(\.line))
            .joined(separator: "\n")
    }
}
