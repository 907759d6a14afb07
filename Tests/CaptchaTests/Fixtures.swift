import Accounts
import Captcha
import Cryptography

/// Numbers that follow from a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }
}

extension CaptchaSolution {
    /// The characters as text.
    var text: String { characters.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

extension BitPicture {
    /// The rows, true where there is ink.
    var grid: [[Bool]] {
        (0..<rows).map { row in (0..<columns).map { self[row, $0] } }
    }
}

/// The sizes, in ascending order, of the pieces that the true fields of `grid` form.
///
/// Fields belong together that touch by a side or, if told so, by a corner.
func pieces(of grid: [[Bool]], corners: Bool = true) -> [Int] {
    var grid = grid
    var sizes: [Int] = []
    for row in grid.indices {
        for column in grid[row].indices where grid[row][column] {
            var (open, size) = ([(row, column)], 0)
            while let (row, column) = open.popLast() {
                guard grid.indices.contains(row), grid[row].indices.contains(column), grid[row][column] else {
                    continue
                }
                grid[row][column] = false
                size += 1
                open += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
                guard corners else { continue }
                open += [(row - 1, column - 1), (row - 1, column + 1), (row + 1, column - 1), (row + 1, column + 1)]
            }
            sizes.append(size)
        }
    }
    return sizes.sorted()
}
