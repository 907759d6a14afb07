import CGetOpt
import Glibc

/// A command line, taken apart by `getopt_long`: options in the forms `--name`, `--name value` and `--name=value`.
public struct ParsedOptions {
    /// An option as it was given.
    public struct Option {
        /// Its name, without the dashes.
        public let name: String
        /// Its value; nil for one that takes none.
        public let value: String?
    }

    /// Where words that are no options may stand.
    public enum Operands {
        /// Only behind all options: the first of them ends these.
        case last
        /// Anywhere.
        case anywhere
    }

    /// A command line that makes no sense.
    public enum Fault: Error, Equatable {
        /// There is no such option.
        case unknown(String)
        /// The option needs a value, and has none or an empty one.
        case needsValue(String)
    }

    /// The options in their order, with the values of those that take one.
    public private(set) var options: [Option] = []
    /// The words that are no options.
    public let operands: [String]

    /// Takes `arguments` apart, of which the first is the program's own name.
    ///
    /// Each of `names` is that of an option that the program knows, with a colon behind it if it takes a value. An empty
    /// value is none: an empty variable in a script must not choose anything.
    ///
    /// Behind an option of `final` nothing is looked at: it wins over whatever else stands there, as the GNU coding
    /// standards have it for `--help` and `--version`. There are no operands then.
    public init(
        _ arguments: [String], names: [String], operands place: Operands, final: [String] = []
    ) throws(Fault) {
        let argv = Self.copy(arguments)
        let list = Self.makeList(names)
        defer {
            for index in arguments.indices { free(argv[index]) }
            argv.deallocate()
            for index in names.indices { free(UnsafeMutablePointer(mutating: list[index].name)) }
            list.deallocate()
        }
        // `+`: stop at the first word that is no option. `:`: the messages are ours.
        let form = place == .last ? "+:" : ":"
        getopt_begin()
        while true {
            let next = max(1, Int(getopt_index()))
            var index: CInt = 0
            let result = getopt_long(CInt(arguments.count), argv, form, list, &index)
            switch result {
            case -1:
                // Those that are no options have been moved to the end.
                operands = (Int(getopt_index())..<arguments.count).map { argv[$0].map { String(cString: $0) } ?? "" }
                return
            case 0:
                let name = String(cString: list[Int(index)].name)
                let value = getopt_argument().map { String(cString: $0) }
                guard value != "" else { throw .needsValue("--" + name) }
                options.append(Option(name: name, value: value))
                guard !final.contains(name) else {
                    operands = []
                    return
                }
            default:
                // What has not been looked at is still in its place.
                let word = arguments[next...].first { $0.hasPrefix("-") && $0 != "-" } ?? ""
                throw result == CInt(UInt8(ascii: ":")) ? .needsValue(word) : .unknown(word)
            }
        }
    }

    /// The arguments as C has them, ended by nil.
    private static func copy(_ arguments: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
        let argv = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
        for (index, argument) in arguments.enumerated() { (argv + index).initialize(to: strdup(argument)) }
        (argv + arguments.count).initialize(to: nil)
        return argv
    }

    /// The options as getopt has them, ended by one without a name.
    private static func makeList(_ names: [String]) -> UnsafeMutablePointer<option> {
        let list = UnsafeMutablePointer<option>.allocate(capacity: names.count + 1)
        for (index, text) in names.enumerated() {
            let name: UnsafeMutablePointer<CChar> = strdup(text)
            let end = name + strlen(name) - 1
            let takesValue = end.pointee == CChar(bitPattern: UInt8(ascii: ":"))
            if takesValue { end.pointee = 0 }
            (list + index).initialize(to: option(name: name, has_arg: takesValue ? 1 : 0, flag: nil, val: 0))
        }
        (list + names.count).initialize(to: option())
        return list
    }
}
