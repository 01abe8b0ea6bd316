import Contract
import Crypto
import Domain
import Storage
import Wire

extension Files {
  /// Finds out what a complete upload is and gives it its place on the disk.
  /// - Throws: 400 `file_type` for what must not be sent, `file_unreadable` for nothing at all.
  func keep(_ incoming: NamedFile, in target: Target, by caller: FileCaller) async throws -> NewFile {
    let file = incoming.file
    let signature = try await onDisk { try file.finish() }
    defer { folder.remove(file.path) }
    guard file.count > 0 else { throw APIError.fileUnreadable }
    guard let kind = signature.kind else { throw APIError.fileType }
    let new = NewFile(
      name: incoming.name + "." + signature.fileExtension, realm: target.realm, roomID: target.room,
      uploaderID: caller.person, kind: kind, mediaType: signature.mediaType, title: file.title, size: file.count,
      key: incoming.key)
    let final = folder.filePath(new.name)
    try await onDisk { [folder] in try folder.place(file.path, at: final) }
    return new
  }

  /// The key of a stored file.
  func key(of row: FileRow) throws -> FileKey {
    // The key was wrapped before the end of the name was known.
    let name = String(row.name.prefix { $0 != "." })
    guard let key = folder.key.unwrap(row.key, name: name) else { throw SealingError.damaged }
    return key
  }
}

extension FileSignature {
  /// nil for what is not taken: what a browser would run, programs, and what nobody knows.
  var kind: FileKind? {
    switch self {
    case .jpeg, .png, .gif, .webp, .heic, .avif: .image
    case .pdf: .pdf
    case .mp4, .quickTime, .webm: .video
    case .mp3, .m4a, .wav, .ogg: .audio
    case .zip, .docx, .xlsx, .pptx, .hwp, .text: .file
    case .markup, .executable, .unknown: nil
    }
  }
}
