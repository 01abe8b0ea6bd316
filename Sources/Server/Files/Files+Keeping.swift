import Contract
import Crypto
import Domain
import Images
import Storage
import Wire

extension Files {
  /// Finds out what a complete upload is and gives it its place on the disk. Of a picture, only what our own encoder
  /// made of it is kept: upright, without GPS or any other metadata, and nothing else than a picture; of a film,
  /// picture and sound.
  /// - Throws: 400 `file_type` for what must not be sent, `image_too_large`, and `file_unreadable` for what is broken.
  func keep(_ incoming: NamedFile, in target: Target, by caller: FileCaller) async throws -> NewFile {
    let file = incoming.file
    let signature = try await onDisk { try file.finish() }
    defer { folder.remove(file.path) }
    guard file.count > 0 else { throw APIError.fileUnreadable }
    guard let kind = signature.kind else { throw APIError.fileType }
    var new = NewFile(
      name: incoming.name + "." + signature.fileExtension, realm: target.realm, roomID: target.room,
      uploaderID: caller.person, kind: kind, mediaType: signature.mediaType, title: file.title, size: file.count,
      key: incoming.key)
    if let format = signature.format {
      let source = try await onDisk { try SealedFile(path: file.path, key: file.key, count: file.count) }
      guard format == .pdf else { return try await keepPicture(source, format, incoming, new) }
      let measure = try await decode(.measureDocument, source)
      (new.width, new.height, new.pageCount) = (measure.width, measure.height, measure.pages)
    }
    if signature == .mp4 || signature == .quickTime || signature == .m4a {
      let source = try await onDisk { try SealedFile(path: file.path, key: file.key, count: file.count) }
      return try await keepMovie(source, incoming, new)
    }
    let final = folder.filePath(new.name)
    try await onDisk { [folder] in try folder.place(file.path, at: final) }
    return new
  }

  private func keepPicture(
    _ source: SealedFile, _ format: MediaFormat, _ incoming: NamedFile, _ new: NewFile
  ) async throws -> NewFile {
    let made = try await decode(.normalise(format), source)
    var new = new
    new.name = incoming.name + "." + made.format.fileExtension
    new.mediaType = made.format.mediaType
    new.size = Int64(made.bytes.count)
    (new.width, new.height) = (made.width, made.height)
    try await seal(made.bytes, with: incoming.file.key, at: folder.filePath(new.name))
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
