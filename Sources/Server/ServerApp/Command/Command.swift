/// What the command line asks for.
public enum Command: Sendable {
  case serve(ServerSettings)
  case migrate(ServerSettings)
  case admin(AdminCall)
  /// Runs the payment provider without money.
  case sandboxPay(SandboxPaySettings)
  case version
  /// Decodes pictures for a server that started it; not for people.
  case mediaWorker
  case help(String)

  /// - Parameters:
  ///   - arguments: without the name of the program.
  ///   - environment: `MARU_…` variables have the meaning of flags; flags win.
  public init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case nil, "help", "--help", "-h": self = .help(Self.overview)
    case "version", "--version": self = try Self.isHelp(rest, [Flag]()) ? .help(Self.overview) : .version
    case "media-worker":
      if let extra = rest.first { throw .unexpected(extra) }
      self = .mediaWorker
    case "serve":
      if try Self.isHelp(rest, Flag.serving) {
        self = .help(Self.help(serve: Flag.serving))
      } else {
        self = .serve(try Self.settings(rest, Flag.serving, environment))
      }
    case "migrate":
      if try Self.isHelp(rest, [Flag.data, Flag.database]) {
        self = .help(Self.migrateHelp)
      } else {
        self = .migrate(try Self.settings(rest, [Flag.data, Flag.database], environment))
      }
    case "sandbox-pay":
      self =
        try Self.isHelp(rest, SandboxPaySettings.flags)
        ? .help(Self.sandboxHelp)
        : .sandboxPay(
          try SandboxPaySettings(rest, environment: environment))
    case "admin":
      self = try Self.isHelp(rest, [Flag.data]) ? .help(Self.adminHelp) : .admin(Self.admin(rest, environment))
    case let name?:
      throw name.hasPrefix("-") ? .unknownFlag(name) : .unknownCommand(name)
    }
  }

  private static func isHelp(_ arguments: [String], _ flags: [some Any]) throws(UsageError) -> Bool {
    if arguments.contains("--help") || arguments.contains("-h") { return true }
    if flags.isEmpty, let extra = arguments.first { throw .unexpected(extra) }
    return false
  }

  /// `--data` and `--json` may stand anywhere.
  private static func admin(
    _ arguments: [String], _ environment: [String: String]
  ) throws(UsageError) -> AdminCall {
    var (words, data): ([String], [String]) = ([], [])
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--data":
        data += [word] + rest.prefix(1)
        rest = rest.dropFirst()
      case let word where word.hasPrefix("--data="): data.append(word)
      case "--json": break
      default: words.append(word)
      }
    }
    let question = try AdminQuestion(words)
    let folder = try settings(data, [Flag.data], environment).dataFolder ?? ""
    return AdminCall(question: question, dataFolder: folder, isJSON: arguments.contains("--json"))
  }

  private static func settings(
    _ arguments: [String], _ flags: [Flag], _ environment: [String: String]
  ) throws(UsageError) -> ServerSettings {
    var settings = ServerSettings()
    for flag in flags {
      guard let text = environment[flag.variable] else { continue }
      do {
        try flag.apply(text, &settings)
      } catch {
        if case .badValue(_, let value, let wanted) = error { throw .badValue(flag.variable, value, wanted) }
        throw error
      }
    }
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else { throw word.hasPrefix("-") ? .unknownFlag(word) : .unexpected(word) }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let flag = flags.first(where: { $0.name == parts[0] }) else { throw .unknownFlag(parts[0]) }
      if parts.count == 2 {
        try flag.apply(parts[1], &settings)
      } else if flag.value == nil {
        try flag.apply("on", &settings)
      } else {
        guard let text = rest.popFirst(), !text.hasPrefix("--") else { throw .missingValue(flag.name) }
        try flag.apply(text, &settings)
      }
    }
    try settings.payments.checkKeys()
    return settings
  }

  public static let overview = """
    Maru \(Version.text): one self-hosted server for the apps of a house.

    Usage: maru COMMAND [FLAGS]

      serve     run the server
      migrate   bring the schema of the data folder up to date
      admin     ask the server that runs on the data folder
      sandbox-pay  run a payment provider without money, to try payments with
      version   print the version

    `maru serve --help` and `maru migrate --help` list their flags. Every flag is also a variable of the environment:
    --access-seconds 60 and MARU_ACCESS_SECONDS=60 mean the same; the flag wins.
    """

  private static let migrateHelp = """
    Usage: maru migrate [FLAGS]

    Brings the schema of the data folder up to date and says what it did. `serve` does the same at its start.

    \(list([Flag.data, Flag.database]))
    """

  private static let sandboxHelp = """
    Usage: maru sandbox-pay [FLAGS]

    Runs a payment provider without money until SIGTERM or Ctrl-C: it speaks PortOne's V1 and V2, has a checkout page
    and does wrong what it is told to. Whoever reaches it can pay everything.

      --listen HOST:PORT  Where it listens (127.0.0.1:8090); MARU_SANDBOX_LISTEN.
      --data DIR          Where it keeps its payments, or "off" (data); MARU_SANDBOX_DATA.
      --merchants URLS    Servers elsewhere that it works for, with commas; MARU_SANDBOX_MERCHANTS.
    """

  private static let adminHelp = """
    Usage: maru admin QUESTION [FLAGS]

    Asks the server that runs on the data folder, through a socket in it; as the server's own user.

      status               what runs, since when, and what it holds
      reports              messages that people brought before you, the newest first
      reports --all        closed ones as well
      reports --close ID   closes one
      doctors              doctors, those who wait for you first
      doctors --waiting    those alone
      approve-doctor ID    patients find the doctor from now on
      refuse-doctor ID REASON  patients do not; the doctor reads the reason
      clinic               clinics and their doctors
      clinic create --name NAME …  makes one: --address, --phone, --place LONGITUDE,LATITUDE, --specialties A,B
      clinic edit ID …     changes what is said of one
      clinic assign DOCTOR CLINIC  puts a doctor into one; `none`: out of all
      guardian             guardians who have consented to a child's account
      guardian add ADDRESS NOTE    lets a child sign up with that e-mail address or number (--realm flatbread)
      guardian remove ADDRESS      takes back what nobody has used
      openings             who opened files of consults, the last first
      openings --file PATH the same of one file
      jobs                 work that waits, runs or has failed, the newest first
      jobs --dead, --all   what failed for good; all that is kept
      jobs --retry ID      tries one again now
      jobs --cancel ID     ends one
      try-mail ADDRESS     sends a letter, to see whether letters arrive
      rotate-keys          a new key signs tokens; nobody is signed out
      rotate-keys --leaked the older keys count no more; everybody signs in anew

    \(list([Flag.data]))
      --json      The answer as JSON.
    """

  private static func help(serve flags: [Flag]) -> String {
    """
    Usage: maru serve [FLAGS]

    Runs the server until SIGTERM or Ctrl-C. Defaults stand in brackets; each flag is also a variable, such as
    MARU_LISTEN for --listen.

    \(list(flags))
    """
  }

  private static func list(_ flags: [Flag]) -> String {
    let names = flags.map { $0.name + ($0.value.map { " " + $0 } ?? "") }
    let width = names.map(\.count).max() ?? 0
    return zip(names, flags).map { name, flag in
      "  " + name + String(repeating: " ", count: width - name.count + 2) + flag.help
    }.joined(separator: "\n")
  }
}
