import AccountEngine
import Accounts
import CMariaDB

/// What the server, or the library that talks to it, said.
struct DatabaseError: Error, Equatable {
    /// The number: up to 1999 and from 3000 the server's, between them the library's own.
    let code: UInt32
    /// The words; a server's words about a row can hold values.
    let message: String

    /// Takes both.
    init(code: UInt32, message: String) {
        self.code = code
        self.message = message
    }

    /// Two rows with one name (A2).
    static let duplicate: UInt32 = 1062
    /// A variable that the server does not have.
    static let unknownVariable: UInt32 = 1193
    /// A table that is not there.
    static let missingTable: UInt32 = 1146
    /// A deadlock, or a transaction that another node's came before (Galera); all of it was undone.
    static let deadlock: UInt32 = 1213

    /// Whether all of the transaction was undone, so that it may begin again (A10).
    var isDeadlock: Bool { code == Self.deadlock }

    /// Whether the connection is of no use any more: gone, timed out, killed, or the server on its way down.
    ///
    /// What was sent last may have been done.
    var isLoss: Bool {
        switch code {
        case 2000..<3000, 5000..<6000: true
        case 1053, 1077...1081, 1152...1161, 1927: true
        default: false
        }
    }
}

extension DatabaseError {
    /// What the number means to a person (L12, A10).
    var trouble: ServiceError.Trouble {
        if isLoss { return .storeUnavailable }
        return switch code {
        case 1021, 1041, 1114: .storeFull
        case 1205, Self.deadlock: .storeLocked
        case 1036, 1142, 1143, 1290, 1792, 1836: .storeReadOnly
        case 1033...1035, 1054, Self.missingTable, 1194, 1195, 1712: .storeDamaged
        // Too many connections, wrong user or password, no such database, a node that has left its cluster.
        case 1040, 1044...1047, 1049, 1129, 1130, 1203, 1226, 1698: .storeUnavailable
        default: .storeFailed
        }
    }
}

extension StoreError {
    /// What the number means, with the number, and the words where they are about the server or the tables and not
    /// about a row, whose values could be among them.
    init(_ error: DatabaseError) {
        let trouble = error.trouble
        let words = trouble == .storeFailed ? "" : ": " + error.message
        self.init(trouble, detail: "MariaDB \(error.code)\(words)")
    }
}
