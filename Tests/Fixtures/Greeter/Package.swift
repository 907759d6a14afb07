// swift-tools-version: 6.0
import PackageDescription

// A package whose tests drive a terminal program. Yours names the folder where Vestibule lies.
let package = Package(
    name: "Greeter",
    dependencies: [.package(name: "vestibule", path: "../../..")],
    targets: [
        .testTarget(
            name: "GreeterTests", dependencies: [.product(name: "TerminalTesting", package: "vestibule")])
    ]
)
