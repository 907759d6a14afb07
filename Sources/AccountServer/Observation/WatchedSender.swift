import AccountEngine
import Accounts

/// A sender whose failures are told in the log.
public struct WatchedSender: CodeSender {
    private let sender: any CodeSender
    private let log: ServiceLog

    /// Watches `sender`.
    public init(_ sender: any CodeSender, log: ServiceLog) {
        self.sender = sender
        self.log = log
    }

    /// What the person is told about the way.
    public var route: CodeDispatch.Route { sender.route }

    /// Hands the message over; a failure is told without the message.
    public func send(_ message: CodeMessage) throws(SendingFailure) {
        do throws(SendingFailure) { try sender.send(message) } catch {
            log.write("sending-failed", [("to", .text("\(message.recipient.kind)")), ("reason", .text(error.reason))])
            throw error
        }
    }
}
