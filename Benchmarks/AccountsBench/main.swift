import Glibc

// `AccountsBench costs`: what password hashes take on this machine, by memory and passes.
// `AccountsBench serve PORT`: one route, at `/open` for anybody and at `/closed` for who is signed in. The first line
// of standard output is an access token. One loop.

func leave(_ text: String) -> Never {
  _ = (text + "\n").withCString { write(2, $0, strlen($0)) }
  exit(2)
}

let words = Array(CommandLine.arguments.dropFirst())
do {
  switch words.first {
  case "costs" where words.count == 1: try Costs.print()
  case "serve" where words.count == 2:
    guard let port = UInt16(words[1]) else { leave("no port") }
    try await Route.serve(port: port)
  default: leave("usage: AccountsBench costs | serve PORT")
  }
} catch {
  leave("AccountsBench: \(error)")
}
