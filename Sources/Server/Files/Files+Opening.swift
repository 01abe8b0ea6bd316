import Contract
import Crypto
import Domain
import Storage
import Wire

/// A file, or a picture made from it, ready to be sent.
struct OpenedFile: Sendable {
  let row: FileRow
  let source: SealedFile
  let mediaType: String
  /// `original`, `width=320`, `page=1 width=1280` …
  let variant: String
  let suffix: String

  /// Strong: the bytes behind a name and a variant never change.
  var tag: String { "\"\(row.name).\(suffix)\"" }
}

extension Files {
  /// A link that opens a file for the caller until it expires, the message goes, or the session ends.
  /// - Throws: 404 `file_gone` where they may not see it.
  public func link(to path: String, for caller: FileCaller) async throws -> FileLink {
    let row = try await find(path, for: caller.person)
    let expiry = clock().adding(milliseconds: Int64(settings.linkSeconds) * 1_000)
    let token = links.token(
      LinkMint.Claims(person: caller.person, session: caller.session, file: row.name, expiresAt: expiry))
    let route = FileRoute.data(FileRequest(path: row.path, token: token))
    return FileLink(url: route.path + "?" + route.query.text, expiresInSeconds: settings.linkSeconds)
  }

  /// Who comes with a link.
  /// - Throws: 401 for a link that was not made here or for another file, 419 for one that has expired or whose session
  ///   has ended.
  public func caller(of request: FileRequest, from address: String) throws -> FileCaller {
    guard let token = request.token, let claims = links.read(token) else { throw APIError.accessInvalid }
    // Names of files have no slash; those of archives say where they lie.
    let isArchive = claims.file.hasPrefix(Self.exportPrefix)
    guard request.path == (isArchive ? "/data/" : "/data/chats/") + claims.file else { throw APIError.accessInvalid }
    guard clock() < claims.expiresAt, isLive(claims.session) else { throw APIError.accessExpired }
    return FileCaller(person: claims.person, session: claims.session, address: address)
  }

  /// - Throws: 404 `file_gone` for what is not there, is deleted, or is not the caller's to see.
  func find(_ path: String, for person: RowID<Person>) async throws -> FileRow {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "", parts[1] == "data", parts[2] == "chats" else { throw APIError.fileGone }
    let name = String(parts[3])
    guard let row = try await store.read({ try $0.files.find(name, visibleTo: person) }) else {
      throw APIError.fileGone
    }
    return row
  }

  func open(_ request: FileRequest, for caller: FileCaller) async throws -> OpenedFile {
    let row = try await find(request.path, for: caller.person)
    let key = try key(of: row)
    guard let variant = try Variant(request, of: row) else {
      let source = try await source(of: row, key)
      return OpenedFile(row: row, source: source, mediaType: row.mediaType, variant: "original", suffix: "original")
    }
    let source = try await source(of: variant, row, key)
    return OpenedFile(
      row: row, source: source, mediaType: variant.mediaType, variant: variant.text, suffix: variant.suffix)
  }

  /// Writes down that a file of a consult is opened, before the first byte leaves.
  func record(_ file: OpenedFile, by caller: FileCaller) async throws {
    guard file.row.realm == .eyemon else { return }
    let now = clock()
    let key = OpeningRegistry.Key(caller: caller, file: file.row.id, variant: file.variant)
    guard !openings.goesOn(key, at: now) else { return }
    try await store.write { tables in
      try tables.files.insertOpening(
        of: file.row.id, by: caller.person, variant: file.variant, address: caller.address, at: now)
    }
    openings.began(key, at: now)
  }

  /// Who opened files of consults, the last first; for the operator.
  public func recordedOpenings(limit: Int) async throws -> [FileOpening] {
    try await store.read { try $0.files.openings(limit: limit) }
  }
}
