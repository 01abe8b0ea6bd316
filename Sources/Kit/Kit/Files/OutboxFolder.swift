import ChatSync
import Domain
import Foundation

/// Copies of the files that wait to be sent: the person may move or change the originals meanwhile, and the process may
/// end. Beside each lies the ticket of its upload.
struct OutboxFolder: Sendable {
  let path: String

  /// Copies a file; beside the caller's actor, since it may be large.
  /// - Throws: `unreadableFile`.
  func take(_ file: LocalFile) async throws(ChatError) -> OutboxFile {
    guard let size = file.size, PrivateFile.makeFolder(path) else { throw .unreadableFile(file.path) }
    let id = UUID().uuidString.lowercased()
    do {
      try FileManager.default.copyItem(atPath: file.path, toPath: place(id))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place(id))
    } catch {
      try? FileManager.default.removeItem(atPath: place(id))
      throw .unreadableFile(file.path)
    }
    return OutboxFile(id: id, name: file.name, kind: Self.kind(of: file.name), size: size)
  }

  func local(_ file: OutboxFile) -> LocalFile { LocalFile(path: place(file.id), name: file.name) }

  func ticket(of file: OutboxFile) -> UploadTicket? { ticket(file.id) }

  func ticket(_ id: String) -> UploadTicket? {
    guard let bytes = FileManager.default.contents(atPath: ticketPlace(id)) else { return nil }
    return UploadTicket(String(decoding: bytes, as: UTF8.self))
  }

  func keep(_ ticket: UploadTicket, of file: OutboxFile) {
    _ = PrivateFile.replace(ticketPlace(file.id), with: Array(ticket.text.utf8))
  }

  func remove(_ id: String) {
    try? FileManager.default.removeItem(atPath: place(id))
    try? FileManager.default.removeItem(atPath: ticketPlace(id))
  }

  /// Removes what no item names: the process ended between a copy and its item.
  func sweep(keeping ids: Set<String>) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      let id = name.split(separator: ".").first.map { String($0) } ?? name
      if !ids.contains(id) { remove(id) }
    }
  }

  private func place(_ id: String) -> String { path + "/" + id }
  private func ticketPlace(_ id: String) -> String { path + "/" + id + ".ticket" }

  /// For display until the server has looked at the content.
  private static func kind(of name: String) -> FileKind {
    switch URL(fileURLWithPath: name).pathExtension.lowercased() {
    case "jpg", "jpeg", "png", "gif", "webp", "heic", "heif": .image
    case "pdf": .pdf
    case "mp4", "mov", "m4v", "webm": .video
    case "mp3", "m4a", "wav", "ogg": .audio
    default: .file
    }
  }
}
