import Foundation
import Kit

/// A chat client for the terminal: `/help` lists what can be typed. What is typed without a server waits on the disk
/// and leaves when there is one, also after a kill.
@main
struct TerminalChat {
  static func main() async {
    guard
      let options = Options(Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    else {
      FileHandle.standardError.write(Data((Options.usage + "\n").utf8))
      exit(2)
    }
    let terminal = Terminal()
    do {
      let shell = try Shell(options, terminal: terminal)
      await shell.run()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }
}
