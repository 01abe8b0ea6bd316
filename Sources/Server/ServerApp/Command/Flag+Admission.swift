import HTTPServer

extension Flag {
  /// What is turned away as too much; 0 is any number.
  static let admitting: [Flag] = [
    number("--connection-rate", "N", in: 0...10_000_000, "New connections a second; 0: any number (2000).") {
      $1.admission.connectionsPerSecond = Int($0)
    },
    number("--request-rate", "N", in: 0...10_000_000, "Requests a second; 0: any number (10000).") {
      $1.admission.requestsPerSecond = Int($0)
    },
    number("--session-rate", "N", in: 0...10_000_000, "New realtime sessions a second; 0: any number (1000).") {
      $1.admission.sessionsPerSecond = Int($0)
    },
    number("--address-connections", "N", in: 0...1_000_000, "Open connections of one address; 0: any number (2000).") {
      $1.admission.connectionsPerNetwork = Int($0)
    },
    number("--address-polls", "N", in: 0...1_000_000, "Polling sessions of one address; 0: any number (500).") {
      $1.admission.pollingPerNetwork = Int($0)
    },
    number("--shed-milliseconds", "N", in: 0...60_000, "Lag of the loops that sheds; 0: none does (1000).") {
      $1.admission.lagMilliseconds = $0
    },
  ]
}
