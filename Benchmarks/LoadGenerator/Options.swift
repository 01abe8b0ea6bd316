/// What to measure: `LoadGenerator SCENARIO DIALECT PORT CLIENTS IN-FLIGHT SECONDS`.
struct Options {
  enum Scenario: String, CaseIterable {
    /// `GET /json` over kept connections, one at a time on each. MARU_BENCH_PATH names another path, MARU_BENCH_KEY and
    /// MARU_BENCH_TOKEN who asks.
    case http
    /// Each client sends a message and waits for it to come back.
    case echo
    /// The first client sends; a message is done when every client has it.
    case broadcast
    /// The whole path of a product: a message is posted to a room, and done when every client has heard it. The
    /// variables MARU_BENCH_KEY, MARU_BENCH_TOKEN and MARU_BENCH_ROOM name who and where.
    case chat
    /// Clients that only stay, in the room of these variables where they are set; ends when its standard input does.
    case idle
  }

  enum Dialect: String, CaseIterable {
    case raw, socketio
  }

  var scenario: Scenario
  var dialect: Dialect
  var port: UInt16
  var clients: Int
  var inFlight: Int
  var seconds: Int

  static let usage = """
    usage: LoadGenerator SCENARIO DIALECT PORT CLIENTS IN-FLIGHT SECONDS
      SCENARIO  http | echo | broadcast | chat | idle
      DIALECT   raw | socketio
    Loopback only; at most 20000 clients and 60 seconds.
    """

  init?(_ arguments: [String]) {
    guard arguments.count == 6,
      let scenario = Scenario(rawValue: arguments[0]), let dialect = Dialect(rawValue: arguments[1]),
      let port = UInt16(arguments[2]),
      let clients = Int(arguments[3]), (1...20_000).contains(clients),
      let inFlight = Int(arguments[4]), (1...1_000).contains(inFlight),
      let seconds = Int(arguments[5]), (1...60).contains(seconds)
    else { return nil }
    self.scenario = scenario
    self.dialect = dialect
    self.port = port
    self.clients = clients
    self.inFlight = inFlight
    self.seconds = seconds
  }
}
