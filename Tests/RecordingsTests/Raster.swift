import Asciicast
import Foundation
import ProgramTesting
import Testing

/// An SVG file as `rsvg-convert` draws it, one pixel for one unit unless it is scaled.
struct Raster {
    /// The extent in pixels.
    let width: Int, height: Int
    private let bytes: [UInt8]

    /// Draws `svg` in `scale` times its size; what `rsvg-convert` complains of is an issue.
    init(_ svg: String, scale: Double = 1) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("raster-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("picture.svg")
        try Data(svg.utf8).write(to: file)
        let run = try ProgramResult(
            of: "sh", ["-c", "rsvg-convert -z \"$1\" \"$0\" | pngtopnm", file.path, "\(scale)"])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        // "P6", the width, the height and 255, each with one blank behind it, and three bytes a pixel.
        let header = run.bytes.split(maxSplits: 4, omittingEmptySubsequences: true) { $0 == 0x0A || $0 == 0x20 }
        let fields = header.prefix(3).map { String(decoding: $0, as: UTF8.self) }
        try #require(header.count == 5 && fields[0] == "P6")
        width = try #require(Int(fields[1]))
        height = try #require(Int(fields[2]))
        bytes = Array(run.bytes.suffix(width * height * 3))
        try #require(bytes.count == width * height * 3)
    }

    /// The colour of the pixel at `x` and `y` of the picture's own units, whose origin is the first cell's corner.
    func color(x: Int, y: Int) -> String { pixel(x: x + 8, y: y + 8) }

    /// The colour of the pixel at `x` and `y` from the picture's corner.
    func pixel(x: Int, y: Int) -> String {
        let start = (y * width + x) * 3
        return RGBColor(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2]).hex
    }

    /// The colour at `x` and `y` within the cell at `row` and `column`.
    func color(row: Int, column: Int, x: Int, y: Int) -> String {
        color(x: column * 9 + x, y: row * 18 + y)
    }

    /// The colours that occur in a cell.
    func colors(row: Int, column: Int) -> Set<String> {
        Set((0..<18).flatMap { y in (0..<9).map { color(row: row, column: column, x: $0, y: y) } })
    }
}
