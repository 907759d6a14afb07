import AccountEngine
import Accounts
import Cryptography
import Glibc
import MariaDBStore

/// A row of document 000's `userInformationTable`, on its way into the store.
struct ForeignRow: Sendable {
    /// What is wrong with a row, without any of its values.
    struct Fault: Error, Equatable {
        let reason: String
    }

    /// In a file the line that it begins at, in a database its place, from 1 on.
    let number: Int
    /// Its `userID`; `-` where there is none, `?` for what is no number, which may be anything.
    let userID: String
    /// The account that it stands for.
    let account: Result<ForeignAccount, Fault>

    /// The table's columns, in the order in which ``init(number:values:password:)`` takes the first four.
    static let columns = ["userID", "UserTelephoneNumber", "UserEmailAddress", "UserNormalName", "UserPassword"]

    /// The column for names of a kind.
    static func column(of kind: AccountName.Kind) -> String {
        switch kind {
        case .telephone: columns[1]
        case .emailAddress: columns[2]
        case .normalName: columns[3]
        }
    }

    /// Judges a row; `N/A` and nothing at all mean that there is no value.
    init(number: Int, values: [String?], password: Secret?) {
        let values = values.map { value in value.flatMap { $0.isEmpty || $0 == "N/A" ? nil : $0 } }
        self.number = number
        userID = values[0].map { Int64($0) == nil ? "?" : $0 } ?? "-"
        let kinds: [AccountName.Kind] = [.telephone, .emailAddress, .normalName]
        account = Result { () throws(Fault) in
            var names: [AccountName] = []
            for (kind, value) in zip(kinds, values.dropFirst()) {
                guard let value else { continue }
                guard let name = AccountName(value), name.kind == kind else {
                    throw Fault(reason: Self.column(of: kind) + " holds no \(kind.words)")
                }
                if let fault = name.fault {
                    throw Fault(reason: Self.column(of: kind) + ": " + Registration.Fault.account(fault).words)
                }
                names.append(name)
            }
            guard !names.isEmpty else { throw Fault(reason: "there is no name") }
            let isNone = password.map { $0.isEmpty || $0 == Secret("N/A".utf8) } ?? true
            return ForeignAccount(names: names, password: isNone ? nil : password)
        }
    }

    /// Takes a row that could not be read.
    init(number: Int, fault: Fault) {
        self.number = number
        userID = "-"
        account = .failure(fault)
    }

    /// Reads all rows.
    ///
    /// - Parameters:
    ///   - source: a file's path, `-` for standard input, or the URL of a database.
    ///   - format: `csv` or `tsv`; of a file unless told what its name ends with.
    /// - Returns: the rows, in order.
    /// - Throws: ``CommandFault``.
    static func all(from source: String?, format: String?) throws(CommandFault) -> [ForeignRow] {
        guard let source, !source.isEmpty else {
            throw .usage("--from is missing; it is a file, - for standard input, or mysql://…")
        }
        if source.hasPrefix(MariaDBAddress.prefix) { return try rows(ofDatabase: source) }
        let form = try form(of: source, format: format)
        return try ForeignTable(try bytes(of: source), form: form).rows()
    }

    private static func form(of source: String, format: String?) throws(CommandFault) -> ForeignTable.Form {
        if let format {
            if let form = ForeignTable.Form(rawValue: format.lowercased()) { return form }
            throw .usage("--format is csv or tsv, not '\(format)'")
        }
        let name = source.split(separator: "/").last ?? ""
        if let dot = name.lastIndex(of: "."),
            let form = ForeignTable.Form(rawValue: name[name.index(after: dot)...].lowercased())
        {
            return form
        }
        throw .usage(
            source == "-"
                ? "--format csv or --format tsv is needed with --from -"
                : "--format csv or --format tsv is needed: '\(source)' ends with neither .csv nor .tsv")
    }

    private static func rows(ofDatabase url: String) throws(CommandFault) -> [ForeignRow] {
        let address: MariaDBAddress
        do throws(MariaDBAddress.Fault) { address = try MariaDBAddress(url: url) } catch {
            throw .usage("--from: \(error.message)")
        }
        let password = try Secret(passwordFor: address, variable: "VESTIBULE_IMPORT_PASSWORD")
        do throws(MariaDBOpenError) {
            return try UserInformationTable.rows(at: address, password: password).enumerated().map { index, row in
                ForeignRow(
                    number: index + 1, values: [row.userID, row.telephone, row.emailAddress, row.userName],
                    password: row.password)
            }
        } catch { throw .refused("--from: \(error.message)") }
    }

    private static func bytes(of path: String) throws(CommandFault) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .refused("cannot read \(path): \(String(cString: strerror(errno)))") }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .refused("cannot read \(path): \(String(cString: strerror(errno)))") }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}

extension AccountName.Kind {
    /// What names of the kind are called in messages.
    var words: String {
        switch self {
        case .telephone: "phone number"
        case .emailAddress: "e-mail address"
        case .normalName: "user name"
        }
    }
}
