import Glibc

guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
  print(Options.usage)
  exit(2)
}
let load = Load(options)
do {
  try load.prepare()
  if options.scenario == .idle {
    print("ready")
    fflush(nil)
    var wanted = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    while poll(&wanted, 1, 0) == 0 { try load.turn() }
  } else {
    print(Int(try load.run()))
  }
} catch {
  print("the load stopped: \(error)")
  exit(1)
}
