// swift-tools-version: 6.2
import PackageDescription

/// The release front end is one static, position-independent file: it starts in half the time of a dynamic one.
///
/// The default linker cannot make it, and the run path that the package manager adds would crash it, hence
/// `swift build -c release --disable-local-rpath`.
let staticExecutable: [SwiftSetting] = [.unsafeFlags(["-static-executable"], .when(configuration: .release))]
let staticLink: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-executable", "-use-ld=lld", "-Xclang-linker", "-static-pie",
            "-Xlinker", "--pack-dyn-relocs=relr", "-Xlinker", "--gc-sections",
            // What a start runs lies side by side; see Resources/LinkOrder/record.sh.
            "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Resources/LinkOrder/functions.txt",
            "-Xlinker", "--no-warn-symbol-ordering",
        ], .when(configuration: .release))
]

/// What FoundationEssentials needs besides in a static program, which the toolchain does not name.
let staticFoundation: [LinkerSetting] = [
    .unsafeFlags(["-l_FoundationCollections", "-l_FoundationCShims"], .when(configuration: .release))
]

let package = Package(
    name: "vestibule",
    products: [
        .executable(name: "vestibule", targets: ["vestibule"]),
        .executable(name: "vestibule-connect", targets: ["vestibule-connect"]),
        .executable(name: "vestibule-strength", targets: ["vestibule-strength"]),
        .executable(name: "vestibule-tape", targets: ["vestibule-tape"]),
        .executable(name: "vestibuled", targets: ["vestibuled"]),
        .library(name: "TerminalTesting", targets: ["TerminalTesting"]),
    ],
    targets: [
        // C libraries, each imported by exactly one Swift module.
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "CGetOpt"),
        .systemLibrary(name: "CJansson"),
        .systemLibrary(name: "CMariaDB"),
        .systemLibrary(name: "CMicroHTTPD"),
        .systemLibrary(name: "CNCurses"),
        .systemLibrary(name: "CPrctl"),
        .systemLibrary(name: "CPseudoTerminal"),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CSodium"),
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(name: "CUTF8Proc"),
        .systemLibrary(name: "CVTerm"),
        .systemLibrary(name: "CWideCharacter"),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0"),
        .systemLibrary(name: "CZxcvbn"),

        // Foundations.
        .target(name: "CommandLineOptions", dependencies: ["CGetOpt"]),
        .target(name: "JSONText"),
        .target(name: "Threads"),
        .target(name: "Cryptography", dependencies: ["CSodium"]),
        .target(name: "Text", dependencies: ["CUTF8Proc", "Cryptography"]),
        .target(name: "Processes", dependencies: ["CPrctl", "CSpawn", "Cryptography"]),
        .target(name: "PasswordStrength", dependencies: ["Cryptography", "Processes"]),
        .target(name: "PrivateFiles"),
        .target(name: "ZxcvbnEstimator", dependencies: ["CZxcvbn", "Cryptography", "PasswordStrength"]),

        // The terminal.
        .target(name: "TerminalCore", dependencies: ["CWideCharacter", "Cryptography"]),
        .target(name: "TerminalWidgets", dependencies: ["TerminalCore", "Text"]),
        .target(name: "CTerminalRestoration"),
        .target(
            name: "CursesTerminal",
            dependencies: ["CNCurses", "CTerminalRestoration", "Cryptography", "TerminalCore"]),

        // Accounts.
        .target(name: "Accounts", dependencies: ["Cryptography", "Text"]),
        .target(name: "AccountWire", dependencies: ["Accounts", "CJansson", "Cryptography"]),
        .target(
            name: "AccountPipe",
            dependencies: ["AccountWire", "Accounts", "Cryptography", "Processes", "Threads"]),
        .target(name: "Captcha", dependencies: ["Accounts", "Cryptography"]),
        .target(
            name: "AccountClients",
            dependencies: ["AccountWire", "Accounts", "CCurl", "CXML2", "Captcha", "Cryptography", "Text", "Threads"]),
        .target(
            name: "AccountEngine",
            dependencies: ["Accounts", "Captcha", "Cryptography", "PasswordStrength", "Text", "Threads"]),
        .target(
            name: "SQLiteStore",
            dependencies: ["CSQLite", "AccountEngine", "Accounts", "Cryptography", "PrivateFiles", "Threads"]),
        .target(
            name: "MariaDBStore", dependencies: ["CMariaDB", "AccountEngine", "Accounts", "Cryptography", "Threads"]),
        .target(
            name: "Outbox", dependencies: ["AccountEngine", "Accounts", "Cryptography", "PrivateFiles", "Processes"]),
        .target(
            name: "DemoService",
            dependencies: ["AccountEngine", "Accounts", "Cryptography", "PasswordStrength", "Threads"]),
        .target(
            name: "AccountServer",
            dependencies: [
                "AccountEngine", "AccountWire", "Accounts", "CMicroHTTPD", "Cryptography", "JSONText", "PrivateFiles",
                "Threads",
            ]),
        .target(name: "Vault", dependencies: ["Accounts", "Cryptography", "PrivateFiles"]),

        // The program.
        .target(name: "LoginFlow", dependencies: ["Accounts", "Cryptography", "PasswordStrength", "Text"]),
        .target(
            name: "EmbeddedResources", path: "Resources",
            exclude: [
                "Contracts", "Demos", "Examples", "LinkOrder", "Pictures", "openapi.yaml", "setup.sh",
                "state.schema.json",
            ],
            sources: ["EmbeddedResources.swift"],
            resources: [.embedInCode("Words/en.strings"), .embedInCode("Words/zh-Hans.strings")]),
        .target(
            name: "LoginScreens",
            dependencies: [
                "Accounts", "Cryptography", "EmbeddedResources", "JSONText", "LoginFlow", "PasswordStrength",
                "TerminalCore", "TerminalWidgets", "Text",
            ]),
        .target(
            name: "LoginApp",
            dependencies: [
                "Accounts", "Cryptography", "LoginFlow", "LoginScreens", "PasswordStrength", "TerminalCore", "Threads",
                "Vault",
            ]),
        .executableTarget(
            name: "vestibule",
            dependencies: [
                "AccountEngine", "AccountPipe", "Accounts", "CommandLineOptions", "Cryptography", "CursesTerminal",
                "DemoService", "LoginApp", "LoginFlow", "LoginScreens", "Outbox", "PasswordStrength", "PrivateFiles",
                "Processes", "SQLiteStore", "TerminalCore", "Vault",
            ],
            swiftSettings: staticExecutable, linkerSettings: staticLink),

        // Names and libraries of the network are nothing for a static program, so this runs beside the front end too.
        .executableTarget(
            name: "vestibule-connect",
            dependencies: ["AccountClients", "AccountPipe", "Accounts", "CommandLineOptions", "Processes"],
            linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]),

        // Debian's archive of zxcvbn cannot be part of a position-independent file, so it runs beside the front end.
        .executableTarget(
            name: "vestibule-strength",
            dependencies: ["Cryptography", "PasswordStrength", "Processes", "ZxcvbnEstimator"],
            linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]),

        // The account service on the network, and its administration; it links what a static file cannot hold.
        .executableTarget(
            name: "vestibuled",
            dependencies: [
                "AccountEngine", "AccountServer", "Accounts", "CommandLineOptions", "Cryptography", "MariaDBStore",
                "Outbox", "SQLiteStore", "TerminalCore", "Text", "ZxcvbnEstimator",
            ],
            linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]),

        // For tests of terminal programs, ours and others'.
        .target(name: "Asciicast", dependencies: ["JSONText", "TerminalCore"]),
        .target(name: "TerminalTesting", dependencies: ["Asciicast", "CPseudoTerminal", "CVTerm", "TerminalCore"]),
        .target(name: "Recordings", dependencies: ["Asciicast", "TerminalCore", "TerminalTesting"]),

        // Scripted key sessions.
        .target(name: "TapeScript", dependencies: ["TerminalCore", "TerminalTesting"]),
        .executableTarget(
            name: "vestibule-tape",
            dependencies: [
                "Asciicast", "CommandLineOptions", "Recordings", "TapeScript", "TerminalCore", "TerminalTesting",
            ],
            swiftSettings: staticExecutable, linkerSettings: staticLink + staticFoundation),

        .testTarget(
            name: "AccountClientsTests",
            dependencies: [
                "AccountClients", "AccountWire", "Accounts", "Captcha", "Cryptography", "OwnThreads", "ServerTesting",
            ]),
        .testTarget(
            name: "AccountEngineTests",
            dependencies: [
                "AccountEngine", "Accounts", "Captcha", "Cryptography", "EngineTesting", "OwnThreads",
                "ZxcvbnEstimator",
            ]),
        .testTarget(
            name: "AccountPipeTests",
            dependencies: [
                "AccountPipe", "Accounts", "Cryptography", "OwnThreads", "ProgramTesting", "Processes", "Threads",
            ]),
        .testTarget(
            name: "AccountServerTests",
            dependencies: [
                "AccountEngine", "AccountServer", "Accounts", "Cryptography", "EngineTesting", "HTTPTesting",
                "OwnThreads", "PasswordStrength", "ProgramTesting",
            ]),
        .testTarget(name: "AccountWireTests", dependencies: ["AccountWire", "Accounts", "Cryptography"]),
        .testTarget(name: "AccountsTests", dependencies: ["Accounts", "Cryptography"]),
        .testTarget(name: "AsciicastTests", dependencies: ["Asciicast", "TerminalCore"]),
        .testTarget(name: "CaptchaTests", dependencies: ["Accounts", "Captcha", "Cryptography"]),
        .testTarget(name: "CommandLineOptionsTests", dependencies: ["CommandLineOptions"]),
        .testTarget(name: "CryptographyTests", dependencies: ["Cryptography"]),
        .testTarget(
            name: "CursesTerminalTests",
            dependencies: ["CursesTerminal", "Cryptography", "TerminalCore", "TerminalProbe", "TerminalTesting"]),
        .testTarget(
            name: "DemoServiceTests",
            dependencies: ["DemoService", "Accounts", "Cryptography", "ZxcvbnEstimator"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Asciicast", "Cryptography", "HTTPTesting", "MariaDBTesting", "OwnThreads", "Processes",
                "ProgramTesting", "ServerTesting", "TerminalCore", "TerminalTesting",
            ]),
        .testTarget(
            name: "LoginAppTests",
            dependencies: [
                "Accounts", "Cryptography", "LoginApp", "LoginFlow", "LoginScreens", "PasswordStrength", "TerminalCore",
                "Vault",
            ]),
        .testTarget(
            name: "LoginFlowTests",
            dependencies: ["LoginFlow", "Accounts", "Cryptography", "PasswordStrength", "Text"]),
        .testTarget(
            name: "LoginScreensTests",
            dependencies: [
                "Accounts", "Cryptography", "EmbeddedResources", "LoginFlow", "LoginScreens", "PasswordStrength",
                "TerminalCore", "TerminalWidgets",
            ],
            exclude: ["__Snapshots__"]),
        .testTarget(
            name: "OutboxTests",
            dependencies: ["AccountEngine", "Accounts", "Cryptography", "Outbox", "ProgramTesting"]),
        .testTarget(
            name: "MariaDBStoreTests",
            dependencies: [
                "AccountEngine", "Accounts", "Cryptography", "EngineTesting", "MariaDBStore", "MariaDBTesting",
                "OwnThreads", "ProgramTesting", "StoreProbe", "Threads", "ZxcvbnEstimator",
            ]),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),
        .testTarget(
            name: "PasswordStrengthTests",
            dependencies: ["Cryptography", "PasswordStrength", "Processes", "ProgramTesting"]),
        .testTarget(name: "PackageTests", dependencies: ["ProgramTesting"]),
        .testTarget(name: "ProcessesTests", dependencies: ["Cryptography", "Processes"]),
        .testTarget(name: "PrivateFilesTests", dependencies: ["PrivateFiles", "ProgramTesting"]),
        .target(name: "HTTPTesting", path: "Tests/HTTPTesting"),
        .target(name: "OwnThreads", dependencies: ["Threads"], path: "Tests/OwnThreads"),
        .target(
            name: "EngineTesting", dependencies: ["AccountEngine", "Accounts", "Cryptography", "PasswordStrength"],
            path: "Tests/EngineTesting"),
        .target(name: "ProgramTesting", dependencies: ["Processes"], path: "Tests/ProgramTesting"),
        .target(name: "ServerTesting", dependencies: ["Processes", "ProgramTesting"], path: "Tests/ServerTesting"),
        .testTarget(
            name: "RecordingsTests",
            dependencies: ["Asciicast", "ProgramTesting", "Recordings", "TerminalCore", "TerminalTesting"]),
        .testTarget(
            name: "ZxcvbnEstimatorTests", dependencies: ["Cryptography", "PasswordStrength", "ZxcvbnEstimator"]),
        .testTarget(
            name: "SQLiteStoreTests",
            dependencies: [
                "SQLiteStore", "AccountEngine", "Accounts", "Cryptography", "PrivateFiles", "ProgramTesting",
                "StoreProbe", "ZxcvbnEstimator",
            ]),
        // What every store does alike.
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "AccountEngine", "Accounts", "Cryptography", "EngineTesting", "MariaDBStore", "MariaDBTesting",
                "OwnThreads", "PasswordStrength", "ProgramTesting", "SQLiteStore", "ZxcvbnEstimator",
            ]),
        .target(name: "MariaDBTesting", dependencies: ["Processes", "ProgramTesting"], path: "Tests/MariaDBTesting"),
        .executableTarget(
            name: "StoreProbe",
            dependencies: [
                "SQLiteStore", "AccountEngine", "Accounts", "Cryptography", "MariaDBStore", "ZxcvbnEstimator",
            ],
            path: "Tests/Fixtures/StoreProbe"),
        .testTarget(
            name: "TapeScriptTests", dependencies: ["ProgramTesting", "TapeScript", "TerminalCore", "TerminalTesting"]),
        .testTarget(name: "TerminalCoreTests", dependencies: ["TerminalCore"]),
        .testTarget(
            name: "TerminalTestingTests", dependencies: ["ProgramTesting", "TerminalTesting", "TerminalCore"]),
        .testTarget(
            name: "TerminalWidgetsTests", dependencies: ["TerminalWidgets", "TerminalCore", "Text", "Cryptography"]),
        .testTarget(name: "ThreadsTests", dependencies: ["OwnThreads", "Threads"]),
        .testTarget(name: "TextTests", dependencies: ["Text", "Cryptography"]),
        .testTarget(
            name: "VaultTests",
            dependencies: ["Vault", "Accounts", "Cryptography", "ProgramTesting", "VaultProbe"]),
        .executableTarget(
            name: "VaultProbe", dependencies: ["Vault", "Accounts", "Cryptography"], path: "Tests/Fixtures/VaultProbe"),
        .executableTarget(
            name: "TerminalProbe", dependencies: ["CursesTerminal", "TerminalCore"],
            path: "Tests/Fixtures/TerminalProbe"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "AccountEngine", "Accounts", "ConstantServer", "Cryptography", "HTTPTesting", "Processes",
                "ProgramTesting", "SQLiteStore", "TerminalCore", "TerminalTesting", "vestibuled",
            ], path: "Tests/Benchmarks"),
        .executableTarget(
            name: "ConstantServer", path: "Tests/Fixtures/ConstantServer",
            linkerSettings: [.linkedLibrary("microhttpd")]),
    ],
)
