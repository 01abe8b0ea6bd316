import Foundation
import Kit

/// Exports the rooms of a person: one folder each, with `messages.jsonl` (one message a line, as it stood when it was
/// fetched) and the files beside it. A later run adds what has changed since.
///
///     MARU_EMAIL=… MARU_PASSWORD=… ChatArchiver http://127.0.0.1:8080 eyemon FOLDER
@main
struct ChatArchiver {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let environment = ProcessInfo.processInfo.environment
    guard arguments.count == 3, let address = ServerAddress(arguments[0]), let app = App(rawValue: arguments[1]),
      let email = environment["MARU_EMAIL"], let password = environment["MARU_PASSWORD"]
    else {
      print("usage: MARU_EMAIL=… MARU_PASSWORD=… ChatArchiver URL eyemon|eyemon-doctor FOLDER")
      exit(2)
    }
    do {
      let client = try MaruClient(address, app: app, credentials: .memory())
      try await client.logIn(email: email, password: password)
      for room in try await client.rooms() {
        let added = try await RoomArchive(client: client, room: room, folder: arguments[2]).update()
        print("\(room.id): \(added)")
      }
      await client.signOut()
    } catch {
      print("! \(error)")
      exit(1)
    }
  }
}
