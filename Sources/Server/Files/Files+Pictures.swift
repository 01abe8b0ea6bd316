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
    let kept = try await keep(bytes)
    let row = PictureRow(
      name: kept.name, person: person, mediaType: kept.mediaType, size: kept.size, key: kept.key, createdAt: clock())
    try await knowing(kept) { try $0.pictures.insert(row) }
    return row
  }

  /// The same for a picture of a clinic. - Throws: as `takePicture`.
  public func takePicture(_ bytes: [UInt8], of clinic: RowID<ClinicRow>) async throws -> ClinicPictureRow {
    let kept = try await keep(bytes)
    let row = ClinicPictureRow(
      name: kept.name, clinic: clinic, mediaType: kept.mediaType, size: kept.size, key: kept.key, createdAt: clock())
    try await knowing(kept) { try $0.clinicPictures.insert(row) }
    return row
  }

  private struct Kept: Sendable {
    var name: String
    var mediaType: String
    var size: Int64
    var key: String
  }

  private func keep(_ bytes: [UInt8]) async throws -> Kept {
    let signature = FileSignature(Array(bytes.prefix(FileSignature.prefixBytes)), isWhole: false)
    guard signature == .jpeg || signature == .png, let format = signature.format else { throw APIError.fileType }
    var made = try await decode(.normalise(format), bytes)
    if made.width > Self.pictureWidth { made = try await decode(.shrink(width: Self.pictureWidth), made.bytes) }
    let stem = Self.newName()
    guard let key = folder.key.makeFileKey(name: stem) else { throw APIError.internalError }
    let name = stem + "." + made.format.fileExtension
    try await seal(made.bytes, with: key.key, at: folder.picturePath(name))
    return Kept(name: name, mediaType: made.format.mediaType, size: Int64(made.bytes.count), key: key.wrapped)
  }

  /// Bytes that no row comes to know go at once.
  private func knowing(_ kept: Kept, _ insert: @escaping @Sendable (Tables) throws -> Void) async throws {
    do {
      try await store.write { try insert($0) }
    } catch {
      folder.remove(folder.picturePath(kept.name))
      throw error
    }
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
    let kept = Kept(name: row.name, mediaType: row.mediaType, size: row.size, key: row.key)
    return try await answer(request, kept, from: row.createdAt)
  }

  /// The picture of a clinic, for everybody of its realm. - Throws: 404 `file_gone`.
  public func answerClinicPicture(
    _ request: HTTPRequest, name: String, for viewer: RowID<Person>
  ) async throws -> ServerResponse {
    let found = try await store.read { tables -> ClinicPictureRow? in
      guard let row = try tables.clinicPictures.find(name), let own = try tables.people.find(viewer),
        try tables.clinics.find(row.clinic)?.realm == own.realm
      else { return nil }
      return row
    }
    guard let row = found else { throw APIError.fileGone }
    let kept = Kept(name: row.name, mediaType: row.mediaType, size: row.size, key: row.key)
    return try await answer(request, kept, from: row.createdAt)
  }

  private func answer(_ request: HTTPRequest, _ kept: Kept, from createdAt: Timestamp) async throws -> ServerResponse {
    guard let key = folder.key.unwrap(kept.key, name: String(kept.name.prefix { $0 != "." })) else {
      throw SealingError.damaged
    }
    let path = folder.picturePath(kept.name)
    let source = try await onDisk { try SealedFile(path: path, key: key, count: kept.size) }
    return KeptBytes(
      source: source, name: kept.name, mediaType: kept.mediaType, saveAs: nil, createdAt: createdAt, mayBeCached: true
    ).answer(request, disk: disk)
  }
}
