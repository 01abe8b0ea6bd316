import Foundation
import Images
import ServerApp

@main
struct Maru {
  static func main() async {
    // What is written is for its owner only, whatever the data folder allows.
    umask(0o077)
    let command: Command
    do {
      command = try Command(Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    } catch {
      fail("\(error.text)\nTry `maru --help`.", status: 2)
    }
    switch command {
    case .help(let text): print(text)
    case .mediaWorker: MediaWorker.run()
    case .version: print("maru \(Version.text)")
    case .migrate(let settings): await migrate(settings)
    case .admin(let call): admin(call)
    case .sandboxPay(let settings): await sandboxPay(settings)
    case .serve(let settings): await serve(settings)
    }
  }

  private static func migrate(_ settings: ServerSettings) async {
    do {
      let applied = try await MaruServer.migrate(settings)
      print(applied.isEmpty ? "The schema is up to date." : applied.map { "Applied \($0)." }.joined(separator: "\n"))
    } catch {
      fail(startFailure(error, settings), status: 1)
    }
  }

  private static func admin(_ call: AdminCall) {
    do {
      print(try call.run())
    } catch {
      fail(error.text, status: 1)
    }
  }

  private static func sandboxPay(_ settings: SandboxPaySettings) async {
    let signals = endingSignals()
    do {
      let program = try SandboxPayProgram(settings)
      FileHandle.standardOutput.write(Data((program.welcome + "\n").utf8))
      var first = signals.makeAsyncIterator()
      _ = await first.next()
      await program.stop()
    } catch {
      fail(startFailure(error, ServerSettings()), status: 1)
    }
  }

  private static func serve(_ chosen: ServerSettings) async {
    var settings = chosen
    if settings.webFolder == nil, FileManager.default.fileExists(atPath: "build/web/index.html") {
      settings.webFolder = "build/web"
    }
    takeAllDescriptors()
    // Before the start: a signal that comes early is an orderly end as well.
    let signals = endingSignals()
    do {
      let server = try await MaruServer(settings)
      // Not `print`: that waits in a buffer where the output is a pipe.
      FileHandle.standardOutput.write(Data((Welcome(server: server, settings: settings).text + "\n").utf8))
      var first = signals.makeAsyncIterator()
      _ = await first.next()
      await server.stop()
    } catch {
      fail(startFailure(error, settings), status: 1)
    }
  }

  /// Shells and systemd allow 1,024 open files unless one asks for more; each connection is one.
  private static func takeAllDescriptors() {
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(files, &limit)
  }

  /// SIGTERM and SIGINT. Who presses Ctrl-C twice does not want to wait.
  private static func endingSignals() -> AsyncStream<Int32> {
    AsyncStream { stream in
      for number in [SIGTERM, SIGINT] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        nonisolated(unsafe) var count = 0
        source.setEventHandler {
          count += 1
          if count > 1 && number == SIGINT { exit(128 + number) }
          stream.yield(number)
        }
        source.resume()
        // Kept as long as the process.
        _ = Unmanaged.passRetained(source as AnyObject)
      }
    }
  }

  private static func fail(_ text: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("maru: \(text)\n".utf8))
    exit(status)
  }
}
