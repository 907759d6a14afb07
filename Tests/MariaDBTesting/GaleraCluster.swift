import Foundation
import Glibc
import ProgramTesting

/// Nodes of a Galera cluster on this machine, of the tests' own.
package final class GaleraCluster: Sendable {
    /// The nodes.
    package let nodes: [MariaDBServer]

    private static let library = "/usr/lib/galera/libgalera_smm.so"
    private static let starting = Task.detached { try await apart { try GaleraCluster() } }

    /// The cluster of two that tests share, started when the first asks for it.
    package static func shared() async throws -> GaleraCluster { try await starting.value }

    /// Starts a node, and others that take its state over one after the other.
    ///
    /// The first of two outvotes the other; of more than two any has one vote. Only the others can be started again,
    /// since the first would begin a cluster of its own.
    package init(nodeCount: Int = 2) throws {
        var (nodes, first): ([MariaDBServer], UInt16?) = ([], nil)
        for _ in 0..<nodeCount {
            let ports = try (0..<3).map { _ in try Self.freePort() }
            let weight = nodeCount == 2 && first == nil ? 2 : 1
            nodes.append(try MariaDBServer(options: Self.options(ports, weight: weight, joining: first)))
            first = first ?? ports[0]
        }
        self.nodes = nodes
    }

    /// What makes a server a node; its ports are those for the cluster, for the latest changes, and for a whole state.
    private static func options(_ ports: [UInt16], weight: Int, joining other: UInt16?) -> [String] {
        [
            "--wsrep-on=ON", "--binlog-format=ROW", "--innodb-autoinc-lock-mode=2", "--wsrep-provider=" + library,
            "--wsrep-sst-method=rsync", "--wsrep-node-address=127.0.0.1:\(ports[0])",
            "--wsrep-provider-options=base_port=\(ports[0]);gmcast.listen_addr=tcp://127.0.0.1:\(ports[0]);"
                + "ist.recv_addr=127.0.0.1:\(ports[1]);pc.weight=\(weight)",
            "--wsrep-sst-receive-address=127.0.0.1:\(ports[2])",
            "--wsrep-cluster-address=gcomm://" + (other.map { "127.0.0.1:\($0)" } ?? ""),
        ]
    }

    /// A port of the loopback address that nobody listens at.
    package static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 ? getsockname(descriptor, address, &size) : -1
            }
        }
        guard status == 0 else { throw MariaDBServer.Failure(description: "no free port: errno \(errno)") }
        return UInt16(bigEndian: address.sin_port)
    }
}
