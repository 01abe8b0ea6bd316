import Foundation
import JSON
import Kit

/// One room on the disk. `version` says how far it is; it is written last, so that an interrupted run is repeated.
struct RoomArchive {
  let client: MaruClient
  let room: Room
  private let folder: URL

  init(client: MaruClient, room: Room, folder: String) {
    self.client = client
    self.room = room
    self.folder = URL(fileURLWithPath: folder).appendingPathComponent(room.id.text)
  }

  private var versionFile: URL { folder.appendingPathComponent("version") }

  /// How many messages were new or had changed.
  func update() async throws -> Int {
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("files"), withIntermediateDirectories: true)
    var version = (try? String(contentsOf: versionFile, encoding: .utf8)).flatMap { Int64($0) } ?? 0
    var count = 0
    var hasMore = true
    while hasMore {
      let page = try await client.changes(of: room.id, after: version, limit: 200)
      for message in page.messages where !message.isHidden {
        for file in message.attachments { try await save(file) }
        try append(message)
        count += 1
      }
      version = page.version
      hasMore = page.hasMore
      try Data("\(version)".utf8).write(to: versionFile, options: .atomic)
    }
    return count
  }

  private func append(_ message: Message) throws {
    let file = folder.appendingPathComponent("messages.jsonl")
    if !FileManager.default.fileExists(atPath: file.path) {
      _ = FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: message.json.bytes + [0x0A])
  }

  /// Under the server's own name, which is unique.
  private func save(_ file: Attachment) async throws {
    let name = URL(fileURLWithPath: file.path).lastPathComponent
    let place = folder.appendingPathComponent("files").appendingPathComponent(name).path
    guard !FileManager.default.fileExists(atPath: place) else { return }
    do throws(CallError) {
      try await client.download(FileRequest(path: file.path), to: place)
    } catch .refused(let error) where error.status == 404 {
      // Deleted since the page was made.
    }
  }
}
