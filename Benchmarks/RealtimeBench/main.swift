import Glibc

// `RealtimeBench echo|broadcast PORT`: the server under load, on one loop. Socket.IO on `/socket.io/` (event `m`), raw
// WebSocket on every other path, and a JSON answer of 100 bytes everywhere else.

func leave(_ text: String) -> Never {
  _ = (text + "\n").withCString { write(2, $0, strlen($0)) }
  exit(2)
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 2, let mode = BenchMode(rawValue: words[0]), let port = UInt16(words[1]) else {
  leave("usage: RealtimeBench echo|broadcast PORT")
}
do {
  try await BenchServer.run(mode, port: port)
} catch {
  leave("RealtimeBench: \(error)")
}
