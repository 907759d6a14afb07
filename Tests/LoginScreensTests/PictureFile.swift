import Foundation
import LoginScreens
import TerminalCore

/// Pictures as text that people can review, in a file beside the tests.
struct PictureFile {
    private let url: URL

    /// Names the file `__Snapshots__/<name>.txt`.
    init(_ name: String) {
        url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("__Snapshots__").appendingPathComponent(name + ".txt")
    }

    /// Compares `text` with the file, or writes the file: where it is missing, and with `RECORD_SNAPSHOTS=1`.
    ///
    /// - Returns: nil if they are equal or were told to be, else the lines that differ or that the file is new.
    func difference(from text: String) throws -> String? {
        let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
        guard !isRecording, FileManager.default.fileExists(atPath: url.path) else {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
            return isRecording ? nil : "\(url.lastPathComponent) was missing and has been written; review it"
        }
        let expected = try String(contentsOf: url, encoding: .utf8)
        guard expected != text else { return nil }
        let changes = text.split(separator: "\n").difference(from: expected.split(separator: "\n"))
        return changes.map {
            switch $0 {
            case .remove(let line, let text, _): "- \(line + 1): \(text)"
            case .insert(let line, let text, _): "+ \(line + 1): \(text)"
            }
        }.joined(separator: "\n")
    }

    /// `frame` in a border, a `▲` under the cursor.
    static func drawing(of frame: Frame) -> String {
        let size = frame.buffer.size
        let edge = String(repeating: "─", count: size.columns)
        var lines = ["┌\(edge)┐"]
        for row in 0..<size.rows {
            lines.append("│" + frame.buffer.text(row: row, columns: 0..<size.columns) + "│")
            if let cursor = frame.buffer.cursor, cursor.row == row {
                lines.append(String(repeating: " ", count: cursor.column + 1) + "▲")
            }
        }
        return (lines + ["└\(edge)┘"]).joined(separator: "\n")
    }
}

extension Buffer {
    /// The characters of some cells of a row.
    func text(row: Int, columns: Range<Int>) -> String {
        columns.map { self[Position(row: row, column: $0)].text }.joined()
    }

    /// The looks of the cells that show `text`, which must stand in exactly one place.
    func styles(of text: String) -> Set<Style> {
        var found: [Set<Style>] = []
        let columns = TextLayout.columns(of: text)
        for row in 0..<size.rows {
            for column in 0...max(0, size.columns - columns) {
                let range = column..<min(size.columns, column + columns)
                guard self[Position(row: row, column: column)].text != "", self.text(row: row, columns: range) == text
                else { continue }
                found.append(Set(range.map { self[Position(row: row, column: $0)].style }))
            }
        }
        return found.count == 1 ? found[0] : []
    }
}
