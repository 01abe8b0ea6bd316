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
  public func takePicture(_ bytes: [UInt8], of person: RowID<Person>) async throws -> PictureRow<Person> {
    try await keep(bytes, of: person) { try $0.pictures.insert($1) }
  }

  /// The same for a picture of a clinic. - Throws: as `takePicture`.
  public func takePicture(_ bytes: [UInt8], of clinic: RowID<ClinicRow>) async throws -> PictureRow<ClinicRow> {
    try await keep(bytes, of: clinic) { try $0.clinicPictures.insert($1) }
  }

  private func keep<Owner: SendableMetatype>(
    _ bytes: [UInt8], of owner: RowID<Owner>,
    insert: @escaping @Sendable (Tables, PictureRow<Owner>) throws -> Void
  ) async throws -> PictureRow<Owner> {
    let signature = FileSignature(Array(bytes.prefix(FileSignature.prefixBytes)), isWhole: false)
    guard signature == .jpeg || signature == .png, let format = signature.format else { throw APIError.fileType }
    var made = try await decode(.normalise(format), bytes)
    if made.width > Self.pictureWidth { made = try await decode(.shrink(width: Self.pictureWidth), made.bytes) }
    let stem = Self.newName()
    guard let key = folder.key.makeFileKey(name: stem) else { throw APIError.internalError }
    let name = stem + "." + made.format.fileExtension
    try await seal(made.bytes, with: key.key, at: folder.picturePath(name))
    let row = PictureRow(
      name: name, owner: owner, mediaType: made.format.mediaType, size: Int64(made.bytes.count), key: key.wrapped,
      createdAt: clock())
    do {
      try await store.write { try insert($0, row) }
    } catch {
      // Bytes that no row comes to know go at once.
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
    let found = try await store.read { tables -> PictureRow<Person>? in
      guard let row = try tables.pictures.find(name), let own = try tables.people.find(viewer) else { return nil }
      if row.owner == viewer { return row }
      let shown = try tables.profiles.find(row.owner, visibleTo: own)?.person.profileImage
      return shown == row.path ? row : nil
    }
    guard let row = found else { throw APIError.fileGone }
    return try await answer(request, row)
  }

  /// The picture of a clinic, for everybody of its realm. - Throws: 404 `file_gone`.
  public func answerClinicPicture(
    _ request: HTTPRequest, name: String, for viewer: RowID<Person>
  ) async throws -> ServerResponse {
    let found = try await store.read { tables -> PictureRow<ClinicRow>? in
      guard let row = try tables.clinicPictures.find(name), let own = try tables.people.find(viewer),
        try tables.clinics.find(row.owner)?.realm == own.realm
      else { return nil }
      return row
    }
    guard let row = found else { throw APIError.fileGone }
    return try await answer(request, row)
  }

  private func answer<Owner: SendableMetatype>(
    _ request: HTTPRequest, _ kept: PictureRow<Owner>
  ) async throws -> ServerResponse {
    guard let key = folder.key.unwrap(kept.key, name: String(kept.name.prefix { $0 != "." })) else {
      throw SealingError.damaged
    }
    let path = folder.picturePath(kept.name)
    let source = try await onDisk { try SealedFile(path: path, key: key, count: kept.size) }
    return KeptBytes(
      source: source, name: kept.name, mediaType: kept.mediaType, saveAs: nil, createdAt: kept.createdAt,
      mayBeCached: true
    ).answer(request, disk: disk)
  }
}
