import Foundation
import JSON
import Sockets

/// Why `maru admin` has no answer, in words for the operator.
public struct AdminFailure: Error, Equatable, Sendable {
  public var text: String

  public init(text: String) {
    self.text = text
  }
}

/// `maru admin`: asks the server that runs on a data folder, and prints its answer.
public struct AdminCall: Sendable {
  public var question: AdminQuestion
  public var dataFolder: String
  /// The answer as it came, for programs.
  public var isJSON: Bool

  /// What the operator reads.
  public func run() throws(AdminFailure) -> String {
    let answer = try ask()
    if let text = answer["error"]?.string { throw AdminFailure(text: AdminText.plain(text)) }
    guard let ok = answer["ok"] else { throw AdminFailure(text: "the server gave no answer that can be read") }
    return isJSON ? ok.text : AdminText.answer(ok, to: question)
  }

  private func ask() throws(AdminFailure) -> JSONValue {
    let bytes: [UInt8]
    do {
      bytes = try UnixLine.ask(question.json.bytes, at: AdminSocket.path(in: dataFolder))
    } catch {
      throw AdminFailure(text: words(for: error))
    }
    guard let json = try? JSONValue(parsing: bytes) else {
      throw AdminFailure(text: "the server gave no answer that can be read")
    }
    return json
  }

  private func words(for error: SocketError) -> String {
    switch error {
    case .connect(ENOENT), .connect(ECONNREFUSED), .listen(ENOENT):
      return "no server runs on the data folder \(dataFolder) (--data DIR)"
    case .connect(EACCES), .listen(EACCES):
      return "the data folder \(dataFolder) belongs to somebody else: run this as the server's own user"
    case .connect(EAGAIN): return "the server on \(dataFolder) does not answer"
    case .connect(let code), .listen(let code):
      return "cannot reach the server on \(dataFolder): \(String(cString: strerror(code)).lowercased())"
    default: return "\(dataFolder) is no path of a data folder"
    }
  }
}
