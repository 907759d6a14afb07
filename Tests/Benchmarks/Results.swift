/// One measured thing beside its budget.
struct Row {
    private let name: String
    private let ours: Double
    private let dialogs: Double?
    private let limit: Double

    /// Puts `ours`, which may be at most `limit`, beside `dialogs`, if dialog has such a thing.
    init(_ name: String, _ ours: Double, _ dialogs: Double?, limit: Double) {
        (self.name, self.ours, self.dialogs, self.limit) = (name, ours, dialogs, limit)
    }

    /// Whether the budget is kept.
    var isMet: Bool { ours <= limit }

    /// The row of a table in Markdown.
    var line: String {
        let numbers = [ours, dialogs, limit].map { $0.map(Self.text) ?? "" }.joined(separator: " | ")
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
    /// In the order of the budgets.
    let rows: [Row]

    /// Whether every budget is kept.
    var areMet: Bool { rows.allSatisfy(\.isMet) }

    /// A table in Markdown.
    var table: String {
        (["| what (median) | ours | dialog --form | budget | |", "|---|--:|--:|--:|---|"] + rows.map(\.line))
            .joined(separator: "\n")
    }
}
