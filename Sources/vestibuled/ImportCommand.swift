import AccountEngine
import Accounts
import Cryptography
import Glibc
import MariaDBStore
import ZxcvbnEstimator

/// `vestibuled account import`: takes document 000's `userInformationTable` over (section 6).
///
/// Every row is reported, and none changes anything that was there, so an import can be repeated. A line a row: the
/// row's number (in a file its first line's), its `userID`, `imported`, `reset`, `duplicate` or `malformed`, and the
/// new account's number or the reason. The last line holds the sums. Values are never printed: a row whose columns have
/// slipped has its password anywhere; so a `userID` that is no number shows as `?`. Status 1 where a row was not taken
/// over.
enum ImportCommand {
    /// How many hashes are computed side by side at most.
    private static let groupSize = 32

    /// Runs the command.
    static func run(_ words: [String]) async throws(CommandFault) {
        let options = try CommandOptions(words, names: ["store:", "from:", "format:"])
        try options.expectNoOperands()
        let location = try StoreLocation(options.value("store"))
        let rows = try ForeignRow.all(from: options.value("from"), format: options.value("format"))
        let engine = AccountEngine(store: try location.open(makingOne: true), estimator: ZxcvbnEstimator())
        var sums = Sums()
        var rest = rows[...]
        while !rest.isEmpty {
            let group = rest.prefix(groupSize)
            rest = rest.dropFirst(groupSize)
            for line in try await takeOver(group, engine) {
                sums.add(line)
                print(line.text)
            }
        }
        print(sums.text)
        if sums.unreachable > 0 {
            CommandFault.complain(
                "\(sums.unreachable) of the accounts marked for a reset have no phone number or e-mail address that a "
                    + "code could be sent to, so their owners cannot set a password")
        }
        guard sums.refused == 0 else {
            throw .refused("\(sums.refused) of \(rows.count) rows were not taken over; each is named in the report")
        }
    }

    private static func takeOver(
        _ rows: ArraySlice<ForeignRow>, _ engine: AccountEngine
    ) async throws(CommandFault) -> [Line] {
        let accounts = rows.compactMap { try? $0.account.get() }
        do throws(ServiceError) {
            var outcomes = try await engine.takeOver(accounts, from: AccountCommand.peer)[...]
            var lines: [Line] = []
            for row in rows {
                switch row.account {
                case .failure(let fault): lines.append(Line(row, .malformed, fault.reason))
                case .success(let account):
                    switch outcomes.popFirst() {
                    case .added(let id)?: lines.append(Line(row, .imported, id.text))
                    case .marked(let id)?: lines.append(Line(row, .reset, id.text))
                    case .taken?, nil: lines.append(Line(row, .duplicate, try await owner(of: account, engine)))
                    }
                }
            }
            return lines
        } catch { throw CommandFault(error) }
    }

    /// Which name is whose.
    private static func owner(
        of account: ForeignAccount, _ engine: AccountEngine
    ) async throws(ServiceError) -> String {
        for name in account.names {
            guard let id = try await engine.account(named: name) else { continue }
            return "\(ForeignRow.column(of: name.kind)) belongs to account \(id.text)"
        }
        return "a name was taken a moment ago"
    }

    /// What became of a row.
    private enum Outcome: String, CaseIterable {
        case imported, reset, duplicate, malformed
    }

    /// A line of the report.
    private struct Line {
        let outcome: Outcome
        let isReachable: Bool
        let text: String

        init(_ row: ForeignRow, _ outcome: Outcome, _ detail: String) {
            self.outcome = outcome
            isReachable = (try? row.account.get())?.names.contains { $0.kind != .normalName } ?? false
            text = "\(row.number)\t\(row.userID)\t\(outcome.rawValue)\t\(detail)"
        }
    }

    /// How many rows came to what.
    private struct Sums {
        private var counts: [Outcome: Int] = [:]
        /// Accounts marked for a reset that no code can be sent to.
        private(set) var unreachable = 0

        var refused: Int { counts[.duplicate, default: 0] + counts[.malformed, default: 0] }

        var text: String {
            "total\t" + Outcome.allCases.map { "\($0.rawValue)=\(counts[$0, default: 0])" }.joined(separator: "\t")
        }

        mutating func add(_ line: Line) {
            counts[line.outcome, default: 0] += 1
            if line.outcome == .reset, !line.isReachable { unreachable += 1 }
        }
    }
}
