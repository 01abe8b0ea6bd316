// swift-tools-version: 6.0
import PackageDescription

// The layers, lowest first. `scripts/check-imports.py` enforces who may import whom (docs/architecture.md).

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

func module(_ layer: String, _ name: String, _ dependencies: [String] = [], extern: Bool = false) -> Target {
  .target(
    name: name,
    dependencies: dependencies.map { .byName(name: $0) },
    path: "Sources/\(layer)/\(name)",
    swiftSettings: strict + (extern ? [.enableExperimentalFeature("Extern")] : [])
  )
}

func command(_ layer: String, _ name: String, _ dependencies: [String]) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies.map { .byName(name: $0) },
    path: "Sources/\(layer)/\(name)",
    swiftSettings: strict
  )
}

func tests(_ name: String, _ dependencies: [String], resources: Bool = false) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: dependencies.map { .byName(name: $0) },
    path: "Tests/\(name)Tests",
    exclude: resources ? ["Fixtures"] : [],
    // The gate tests the sources as they ship, optimised. Optimising the tests takes longer than it saves.
    swiftSettings: strict + [.unsafeFlags(["-Onone"])]
  )
}

func library(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let portable: [Target] = [
  module("Testing", "Seeded"),
  module("Portable", "JSON"),
  module("Portable", "Wire", ["JSON"]),
  module("Portable", "SocketIO", ["JSON", "Wire"]),
  module("Portable", "Domain", ["Wire"]),
  module("Portable", "Contract", ["JSON", "Wire", "Domain"]),
  module("Portable", "AccountContract", ["JSON", "Wire", "Domain", "Contract"]),
  tests("AccountContract", ["AccountContract", "Contract", "Domain", "JSON", "Wire"]),
  module("Portable", "Booking", ["Wire"]),
  tests("Booking", ["Booking", "Wire", "Seeded"], resources: true),
  module("Portable", "BookingContract", ["JSON", "Wire", "Domain", "Contract"]),
  tests("BookingContract", ["BookingContract", "Contract", "Domain", "JSON", "Wire"]),
  module("Portable", "Session", ["JSON", "Wire", "Domain", "Contract"]),
  module("Portable", "Realtime", ["JSON", "SocketIO", "Contract"]),
  module("Portable", "SearchText"),
  module("Portable", "Payment", ["Wire"]),
  tests("Payment", ["Payment", "Wire", "Seeded"]),
  module("Portable", "ChatSync", ["JSON", "Wire", "Domain", "Contract"]),
  module("Testing", "ChatSimulation", ["ChatSync", "Session", "Contract", "Domain", "Wire", "Seeded"]),
  tests("ChatSimulation", ["ChatSimulation"]),
  module("Testing", "SessionSimulation", ["Session", "Contract", "Domain", "Wire", "Seeded"]),
  tests("SessionSimulation", ["SessionSimulation", "Session", "Contract", "Wire"]),
  module("Testing", "MoneySimulation", ["Booking", "Payment", "Wire", "Seeded"]),
  tests("MoneySimulation", ["MoneySimulation", "Booking", "Payment"]),
  tests("JSON", ["JSON", "Seeded"]),
  tests("Wire", ["Wire", "Seeded"]),
  tests("SocketIO", ["SocketIO", "JSON", "Wire", "Seeded"]),
  tests("Domain", ["Domain", "Wire"]),
  tests("Contract", ["Contract", "Domain", "JSON", "Wire"]),
  tests("Session", ["Session", "Contract", "Domain", "Wire", "Seeded"]),
  tests("Realtime", ["Realtime", "SocketIO", "JSON", "Seeded"]),
  tests("SearchText", ["SearchText", "Seeded"]),
  tests("ChatSync", ["ChatSync", "Contract", "Domain", "Wire", "Seeded"]),
]

let featureBase = ["JSON", "Wire", "Domain", "Contract"]
// The first load of an app must not lead to AccountContract: only the annex does.
let accountBase = featureBase + ["AccountContract", "FeatureCore"]
// Nor to BookingContract: only the third program does.
let bookingBase = featureBase + ["BookingContract", "Payment", "FeatureCore"]
let features: [Target] = [
  module("Features", "FeatureCore", featureBase),
  module("Features", "Account", accountBase),
  module("Features", "Me", accountBase),
  module("Features", "Chat", featureBase + ["FeatureCore", "ChatSync"]),
  module("Features", "AppCore", featureBase + ["FeatureCore", "Session", "Realtime", "ChatSync", "Chat"]),
  module("Features", "AnnexCore", accountBase + ["Account", "Me"]),
  module("Features", "Reserving", bookingBase),
  module("Features", "BookingCore", bookingBase + ["Reserving"]),
  tests("Reserving", bookingBase + ["Reserving", "FeatureTesting"]),
  tests("BookingCore", bookingBase + ["Reserving", "BookingCore", "FeatureTesting"]),
  module("Features", "Schedule", bookingBase + ["Reserving"]),
  tests("Schedule", bookingBase + ["Reserving", "Schedule", "FeatureTesting"]),
  module("Apps", "EyeMon", ["FeatureCore", "AppCore", "Domain", "Contract", "Wire"]),
  module("Apps", "EyeMonDoctor", ["FeatureCore", "AppCore", "Domain", "Contract", "Wire"]),
  module("Testing", "FeatureTesting", ["FeatureCore", "Wire"]),
  tests("FeatureCore", featureBase + ["FeatureCore", "FeatureTesting"]),
  tests("Account", accountBase + ["Account", "FeatureTesting"]),
  tests("Me", accountBase + ["Me", "FeatureTesting"]),
  tests("Chat", featureBase + ["FeatureCore", "Chat", "ChatSync", "FeatureTesting"]),
  tests(
    "AppCore",
    featureBase + [
      "FeatureCore", "AppCore", "Session", "SocketIO", "Realtime", "Chat", "ChatSync", "EyeMon",
      "EyeMonDoctor",
      "FeatureTesting",
    ]),
  tests("AnnexCore", accountBase + ["AnnexCore", "Account", "Me", "FeatureTesting"]),
]

let appBase = featureBase + ["FeatureCore", "Chat", "ChatSync", "AppCore"]
let annexBase = accountBase + ["Account", "Me", "AnnexCore"]
let web: [Target] = [
  .target(name: "CWasm", path: "Sources/Web/CWasm"),
  module("Web", "Markup"),
  module("Web", "Browser", ["Markup", "FeatureCore", "Wire", "JSON", "Domain", "CWasm"], extern: true),
  module("Web", "Components", ["Markup"]),
  module("Web", "Screens", appBase + ["Components", "Markup"]),
  module("Web", "PageScreens", ["Components", "FeatureCore", "Markup"]),
  module("Web", "AnnexScreens", annexBase + ["PageScreens", "Components", "Markup"]),
  module("Web", "BookingScreens", bookingBase + ["Reserving", "BookingCore", "PageScreens", "Components", "Markup"]),
  module("Web", "ScheduleScreens", bookingBase + ["Reserving", "Schedule", "PageScreens", "Components", "Markup"]),
  command("Web", "ScheduleWeb", ["Browser", "ScheduleScreens", "Markup", "FeatureCore", "Schedule"]),
  tests("ScheduleScreens", bookingBase + ["Reserving", "Schedule", "ScheduleScreens", "Components", "Markup"]),
  command("Web", "BookingWeb", ["Browser", "BookingScreens", "Markup", "FeatureCore", "BookingCore", "Reserving"]),
  tests(
    "BookingScreens",
    bookingBase + ["Reserving", "BookingCore", "BookingScreens", "PageScreens", "Components", "Markup"]),
  command("Web", "AnnexWeb", ["Browser", "AnnexScreens", "Markup", "FeatureCore", "AnnexCore"]),
  command("Web", "ConsultWeb", ["Browser", "Screens", "Markup", "FeatureCore", "AppCore", "EyeMon", "EyeMonDoctor"]),
  tests("Markup", ["Markup", "Seeded"]),
  tests("Browser", ["Browser", "Markup", "FeatureCore", "Wire"]),
  tests("Screens", appBase + ["Screens", "Components", "Markup", "EyeMon", "EyeMonDoctor"]),
  tests("AnnexScreens", annexBase + ["AnnexScreens", "Components", "Markup"]),
]

let system: [Target] = [
  .target(name: "CEvents", path: "Sources/System/CEvents"),
  library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
  library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
  library("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
  library("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
  .target(name: "CThreads", path: "Sources/System/CThreads"),
  module("System", "Threads", ["CThreads"]),
  module("System", "Sockets", ["CEvents", "Threads"]),
  module("System", "SQL", ["Threads"]),
  .target(name: "CLogFile", dependencies: ["CSQLite"], path: "Sources/System/CLogFile"),
  module("System", "SQLite", ["CSQLite", "CLogFile", "SQL"]),
  module("System", "Crypto", ["CSodium", "COpenSSL", "JSON"]),
  library("CPostgres", pkgConfig: "libpq", apt: "libpq-dev"),
  module("System", "Postgres", ["CPostgres", "SQL"]),
  tests("Postgres", ["Postgres", "SQL"]),
  module("System", "Compression", ["CZlib"]),
  tests("Compression", ["Compression", "Seeded"]),
  module("Testing", "SocketTesting", ["Seeded"]),
  tests("Sockets", ["Sockets", "SocketTesting"]),
  tests("SQLite", ["SQLite", "SQL"]),
  tests("Crypto", ["Crypto", "JSON"]),
  library("CLibSSL", pkgConfig: "libssl", apt: "libssl-dev"),
  module("System", "TLS", ["CLibSSL"]),
  library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
  module("System", "Outgoing", ["CCurl", "Wire", "Threads"]),
  tests("Outgoing", ["Outgoing", "Sockets", "HTTPServer", "Wire"]),
  library("CVips", pkgConfig: "vips", apt: "libvips-dev"),
  .target(name: "CImages", dependencies: ["CVips"], path: "Sources/System/CImages"),
  module("System", "Images", ["CImages"]),
  tests("Images", ["Images"]),
]

let serverBase = ["JSON", "Wire", "Domain", "Contract", "AccountContract", "BookingContract"]
let server: [Target] = [
  module("Server", "HTTPServer", ["Wire", "Sockets"]),
  module("Server", "RealtimeServer", ["JSON", "Wire", "SocketIO", "Sockets", "Compression", "HTTPServer"]),
  module("Server", "Tokens", ["JSON", "Wire", "Domain", "Crypto"]),
  tests("Tokens", ["Tokens", "Domain", "JSON", "Wire", "Crypto"]),
  module(
    "Server", "Storage",
    ["Tokens", "SQL", "SQLite", "Postgres", "Crypto", "JSON", "Wire", "Domain", "Contract", "SearchText", "Payment"]),
  module("Server", "Accounts", serverBase + ["Storage", "Tokens", "Crypto", "Threads"]),
  module("Server", "Providers", ["JSON", "Wire", "Domain", "Storage", "Crypto", "Outgoing"]),
  module("Server", "SandboxPay", ["JSON", "Wire", "Crypto", "Payment"]),
  module("Server", "Chats", serverBase + ["Storage", "SearchText"]),
  module("Server", "Jobs", ["Storage", "Crypto", "JSON", "Wire"]),
  module("Server", "Mail", ["Outgoing", "JSON", "Wire"]),
  module("Server", "Push", serverBase + ["Storage", "Crypto", "Outgoing"]),
  module("Server", "Files", serverBase + ["Storage", "Crypto", "HTTPServer", "Images", "Compression"]),
  module("Server", "Privacy", serverBase + ["Storage", "Crypto", "SQL"]),
  module("Server", "Profiles", serverBase + ["Storage"]),
  module("Server", "Bookings", serverBase + ["Booking", "Payment", "Storage", "Crypto", "SQL"]),
  module(
    "Server", "Payments",
    ["BookingContract", "Contract", "Crypto", "Domain", "JSON", "Outgoing", "Payment", "SQL", "Storage", "Wire"]),
  module(
    "Server", "ServerApp",
    serverBase + [
      "Sockets", "HTTPServer", "RealtimeServer", "SocketIO", "SQL", "Storage", "Crypto", "Accounts", "Chats",
      "Files", "Images", "Jobs", "Mail", "Push", "Outgoing", "Privacy", "Profiles", "Providers", "Booking", "Bookings",
      "SandboxPay", "Payment", "Payments",
    ]),
  command("Server", "maru", ["ServerApp", "Images"]),
  tests("HTTPServer", ["HTTPServer", "Sockets", "SocketTesting", "Wire"]),
  tests(
    "RealtimeServer",
    ["RealtimeServer", "HTTPServer", "SocketIO", "SocketTesting", "Compression", "Sockets", "JSON", "Wire", "Seeded"]),
  module("Testing", "StorageTesting", ["Storage"]),
  .target(name: "CPowerLoss", dependencies: ["CSQLite"], path: "Sources/Testing/CPowerLoss"),
  module("Testing", "PowerLoss", ["CPowerLoss", "CLogFile"]),
  module(
    "Testing", "StoreSimulation",
    [
      "ChatSimulation", "SessionSimulation", "MoneySimulation", "Accounts", "Booking", "BookingContract", "Bookings",
      "Chats", "Contract", "Crypto", "Domain", "JSON", "Payment", "Payments", "PowerLoss", "SQL", "Seeded", "Storage",
      "Wire",
    ]),
  tests("StoreSimulation", ["StoreSimulation", "ChatSimulation", "MoneySimulation"]),
  command("Testing", "Simulate", ["ChatSimulation", "SessionSimulation", "MoneySimulation", "StoreSimulation"]),
  tests("PowerLoss", serverBase + ["PowerLoss", "Chats", "Storage", "SQL", "SQLite", "Seeded"]),
  tests(
    "Storage",
    [
      "Storage", "StorageTesting", "Tokens", "SQL", "SQLite", "Crypto", "SearchText", "Contract", "Domain", "JSON",
      "Wire", "Seeded", "Payment",
    ]),
  tests("Accounts", serverBase + ["Accounts", "Storage", "StorageTesting", "Tokens", "SQL", "Crypto"]),
  tests("Providers", ["Providers", "JSON", "Wire", "Domain", "Storage", "StorageTesting", "Crypto", "Outgoing"]),
  tests("SandboxPay", ["SandboxPay", "Payment", "Payments", "Outgoing", "JSON", "Wire", "Crypto"]),
  tests("Chats", serverBase + ["Chats", "Storage", "StorageTesting", "SQL", "SearchText", "Seeded"]),
  tests("Mail", ["Mail", "JSON", "Wire"]),
  tests("Push", serverBase + ["Push", "Storage", "StorageTesting", "SQL", "Crypto", "Outgoing"]),
  tests("Jobs", ["Jobs", "Storage", "StorageTesting", "SQL", "JSON", "Wire"]),
  tests("Bookings", serverBase + ["Bookings", "Booking", "Storage", "StorageTesting", "SQL", "Crypto"]),
  tests(
    "Payments",
    [
      "Payments", "BookingContract", "Contract", "Crypto", "Domain", "JSON", "Outgoing", "Payment", "SQL",
      "Storage", "StorageTesting", "Wire",
    ]),
  tests("Profiles", serverBase + ["Profiles", "Storage", "StorageTesting", "SQL"]),
  tests("Privacy", serverBase + ["Privacy", "Storage", "StorageTesting", "SQL", "Payment"]),
  tests(
    "Files", serverBase + ["Files", "Storage", "StorageTesting", "SQL", "Crypto", "HTTPServer", "Sockets", "Images"]),
  tests(
    "ServerApp",
    serverBase + [
      "ServerApp", "HTTPServer", "RealtimeServer", "SocketIO", "Sockets", "SQL", "Storage", "StorageTesting", "Crypto",
      "Accounts", "Bookings", "Chats", "Payments", "Providers", "Push", "SandboxPay", "Seeded", "Jobs", "Outgoing",
    ]),
]

// Sockets and TLS are epoll and OpenSSL; on Apple platforms the kit stands on URLSession.
let kit: [Target] = [
  .target(
    name: "KitNet",
    dependencies: [
      "Wire", "SocketIO", .byName(name: "Sockets", condition: .when(platforms: [.linux])),
      .byName(name: "TLS", condition: .when(platforms: [.linux])),
    ],
    path: "Sources/Kit/KitNet", swiftSettings: strict),
  .target(
    name: "Kit",
    dependencies: [
      "KitNet", "JSON", "Wire", "Domain", "Contract", "AccountContract", "Session", "Realtime", "ChatSync", "SQL",
      "SQLite",
      .byName(name: "Crypto", condition: .when(platforms: [.linux])),
    ],
    path: "Sources/Kit/Kit", swiftSettings: strict),
  tests("KitNet", ["KitNet", "Wire", "SocketIO", "Sockets", "Seeded"]),
  tests(
    "Kit",
    [
      "Kit", "Realtime", "ChatSync", "Contract", "Domain", "ServerApp", "Accounts", "Crypto", "Files", "HTTPServer",
      "Sockets", "JSON", "Session", "Wire", "AccountContract",
    ]),
]

// Built by `make bench` only.
let benchmarks: [Target] = [
  .executableTarget(
    name: "SlotBench", dependencies: ["Booking", "Wire"], path: "Benchmarks/SlotBench", swiftSettings: strict),
  .executableTarget(
    name: "MergeBench", dependencies: ["ChatSync", "Contract", "Domain", "Wire"], path: "Benchmarks/MergeBench",
    swiftSettings: strict),
  .executableTarget(name: "LoadGenerator", dependencies: ["CEvents"], path: "Benchmarks/LoadGenerator"),
  .executableTarget(
    name: "RealtimeBench", dependencies: ["JSON", "Wire", "SocketIO", "Sockets", "HTTPServer", "RealtimeServer"],
    path: "Benchmarks/RealtimeBench", swiftSettings: strict),
  .executableTarget(
    name: "AccountsBench",
    dependencies: ["Wire", "Domain", "Contract", "Crypto", "Sockets", "HTTPServer", "Storage", "Accounts"],
    path: "Benchmarks/AccountsBench", swiftSettings: strict),
  .executableTarget(
    name: "DurableBench",
    dependencies: [
      "Wire", "Domain", "Contract", "Crypto", "Sockets", "HTTPServer", "Storage", "Accounts", "ServerApp",
      "Booking", "BookingContract", "Bookings",
    ],
    path: "Benchmarks/DurableBench", swiftSettings: strict),
]

// `import Kit` gives these as well, but only what is named here is built again when they change.
let kitUser: [Target.Dependency] = [
  "Kit", "KitNet", "AccountContract", "ChatSync", "Contract", "Domain", "Session", "Wire",
]

// Small programs on the modules, to read and to run (docs/examples.md).
let examples: [Target] = [
  .executableTarget(
    name: "ProtocolClient", dependencies: ["JSON", "SocketIO"], path: "Examples/ProtocolClient", swiftSettings: strict),
  .executableTarget(
    name: "ProtocolServer", dependencies: ["JSON", "Wire", "SocketIO", "Sockets", "HTTPServer", "RealtimeServer"],
    path: "Examples/ProtocolServer", swiftSettings: strict),
  .executableTarget(
    name: "TerminalChat", dependencies: kitUser, path: "Examples/TerminalChat", swiftSettings: strict),
  .executableTarget(
    name: "ChatArchiver", dependencies: kitUser + ["JSON"], path: "Examples/ChatArchiver", swiftSettings: strict),
]

/// With `MARU_ONLY=Chats,Storage` in the environment only these modules, their tests and what they stand on are built:
/// `swift test` otherwise links every test of the repository into one program.
func wanted(_ all: [Target]) -> [Target] {
  guard let names = Context.environment["MARU_ONLY"], !names.isEmpty else { return all }
  var open = names.split(separator: ",").flatMap { [String($0), "\($0)Tests"] }
  var kept: Set<String> = []
  while let name = open.popLast() {
    guard kept.insert(name).inserted, let target = all.first(where: { $0.name == name }) else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { open.append(dependency) }
  }
  return all.filter { kept.contains($0.name) }
}

let targets = wanted(portable + features + web + system + server + kit + benchmarks + examples)

let package = Package(
  name: "maru",
  platforms: [.macOS(.v15)],
  products: [
    "maru", "ProtocolServer", "ProtocolClient", "ConsultWeb", "AnnexWeb", "BookingWeb", "ScheduleWeb",
  ]
  .filter { name in
    targets.contains { $0.name == name }
  }
  .map { .executable(name: $0, targets: [$0]) },
  targets: targets
)
