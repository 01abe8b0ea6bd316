import Foundation
import Kit

/// What the command line says.
struct Options {
  var server = "http://127.0.0.1:8080"
  var app = App.eyemon
  var folder = NSHomeDirectory() + "/.maru-terminal"
  var authorities: String?
  var language = Language.en
  /// Seconds that a piped run waits at its end for what is not sent yet.
  var wait = 10

  static let usage = """
    usage: TerminalChat [--server URL] [--app eyemon|eyemon-doctor] [--data FOLDER] [--trust PEM]
                        [--language ko|en] [--wait SECONDS]
    """

  /// nil where something is not understood.
  init?(_ arguments: [String], environment: [String: String]) {
    if environment["LANG"]?.hasPrefix("ko") == true { language = .ko }
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch name {
      case "--server": server = value
      case "--data": folder = value
      case "--trust": authorities = value
      case "--app":
        guard let app = App(rawValue: value) else { return nil }
        self.app = app
      case "--language":
        guard let language = Language(rawValue: value) else { return nil }
        self.language = language
      case "--wait":
        guard let seconds = Int(value), seconds >= 0 else { return nil }
        wait = seconds
      default: return nil
      }
    }
  }
}
