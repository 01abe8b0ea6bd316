import Contract
import Crypto
import Domain
import HTTPServer
import Images
import Storage
import Synchronization
import Wire

/// Pictures of profiles.
extension Files {
  /// Pixels along the width of a kept picture.
  private static let pictureWidth = 1_024

  /// Keeps what our own encoder made of a picture, sealed.
  /// - Throws: 400 `file_type` for anything but jpg, jpeg and png by content, `image_too_large`, and `file_unreadable`
  ///   for what is broken.
  public func takePicture(_ bytes: [UInt8], of person: RowID<Person>) async throws -> PictureRow {
    let signature = FileSignature(Array(bytes.prefix(FileSignature.prefixBytes)), isWhole: false)
    guard signature == .jpeg || signature == .png, let format = signature.format else { throw APIError.fileType }
    var made = try await decode(.normalise(format), bytes)
    if made.width > Self.pictureWidth { made = try await decode(.shrink(width: Self.pictureWidth), made.bytes) }
    let stem = Self.newName()
    guard let key = folder.key.makeFileKey(name: stem) else { throw APIError.internalError }
    let name = stem + "." + made.format.fileExtension
    try await seal(made.bytes, with: key.key, at: folder.picturePath(name))
    let row = PictureRow(
      name: name, person: person, mediaType: made.format.mediaType, size: Int64(made.bytes.count), key: key.wrapped,
      createdAt: clock())
    do {
      try await store.write { try $0.pictures.insert(row) }
    } catch {
      folder.remove(folder.picturePath(name))
      throw error
    }
    return row
  }

  private func decode(_ job: MediaJob, _ bytes: [UInt8]) async throws -> MediaResult {
    let isTaken = Mutex(false)
    do {
      return try await media.run(
        job, MediaLimits(side: settings.imageSide, pixels: settings.imagePixels), bytes.count
      ) {
        isTaken.withLock { isTaken in
          defer { isTaken = true }
          return isTaken ? [] : bytes
        }
      }
    } catch let error as MediaError { throw error.refusal }
  }

  /// The picture behind a path, for whoever may see its person.
  /// - Throws: 404 `file_gone` where there is none, or its person is not the caller's to see.
  public func answerPicture(_ request: HTTPRequest, name: String, for viewer: RowID<Person>) async throws
    -> ServerResponse
  {
    let found = try await store.read { tables -> PictureRow? in
      guard let row = try tables.pictures.find(name), let own = try tables.people.find(viewer) else { return nil }
      if row.person == viewer { return row }
      let shown = try tables.profiles.find(row.person, visibleTo: own)?.person.profileImage
      return shown == row.path ? row : nil
    }
    guard let row = found else { throw APIError.fileGone }
    guard let key = folder.key.unwrap(row.key, name: String(row.name.prefix { $0 != "." })) else {
      throw SealingError.damaged
    }
    let path = folder.picturePath(row.name)
    let source = try await onDisk { try SealedFile(path: path, key: key, count: row.size) }
    return KeptBytes(
      source: source, name: row.name, mediaType: row.mediaType, saveAs: nil, createdAt: row.createdAt,
      mayBeCached: true
    ).answer(request, disk: disk)
  }
}
