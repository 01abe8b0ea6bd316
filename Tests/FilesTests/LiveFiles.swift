import Contract
import Crypto
import Domain
import Foundation
import HTTPServer
import Images
import SQL
import Sockets
import Storage
import StorageTesting
import Synchronization
import Wire

@testable import Files

let start = Timestamp(milliseconds: 1_750_000_000_000)

/// A clock that the test moves.
final class TestClock: Sendable {
  private let instant = Mutex(start)

  var now: Timestamp { instant.withLock { $0 } }
  func pass(milliseconds: Int64) { instant.withLock { $0 = $0.adding(milliseconds: milliseconds) } }
}

struct Missing: Error {}

/// The area over a folder and a database of the test's own, with two people and their room. Nothing is decoded: media
/// jobs are answered by `media`.
final class LiveFiles: Sendable {
  let files: Files
  let store: DataStore
  let identifiers: Identifiers
  let clock = TestClock()
  let patient: FileCaller
  let doctor: FileCaller
  let room: RowID<Room>
  let sessions: SessionEnds
  let root: String

  init(
    _ change: (inout FileSettings) -> Void = { _ in },
    media: MediaClient = MediaClient { _, _, _, _ in throw MediaError.crashed }
  ) async throws {
    store = try await DataStore.open(.ofTest(), durability: .off)
    identifiers = try ServerSecrets.ephemeral().identifiers
    root = NSTemporaryDirectory() + "maru-files-test-" + UUID().uuidString
    var settings = FileSettings()
    change(&settings)
    let (first, second, room) = try await store.write { tables in
      func insert(_ email: String, _ role: Role) throws -> RowID<Person> {
        let person = NewPerson(realm: .eyemon, email: email, nick: "하늘", role: role, passwordHash: "h")
        guard let id = try tables.people.insert(person, at: start) else { throw Missing() }
        return id
      }
      let (patient, doctor) = (try insert("p@example.com", .patient), try insert("d@example.com", .doctor))
      return (patient, doctor, try tables.rooms.findOrInsert(realm: .eyemon, patient, doctor, at: start).id)
    }
    self.room = room
    patient = FileCaller(person: first, session: RowID(1), address: "::1")
    doctor = FileCaller(person: second, session: RowID(2), address: "::1")
    let (clock, ended) = (clock, SessionEnds())
    files = Files(
      store: store, identifiers: identifiers, settings: settings, folder: try FileFolder(temporary: root), media: media,
      linkKey: [UInt8](repeating: 1, count: 32), clock: { clock.now }, isLive: { !ended.has($0) })
    self.sessions = ended
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  var roomID: ID<Room> { identifiers.id(room) }

  /// Uploads files of the patient, all in one body.
  func upload(_ files: [(name: String, bytes: [UInt8])]) async throws -> [Attachment] {
    let form = MultipartForm(
      files.map { MultipartForm.Part(name: "files", fileName: $0.name, body: ArraySlice($0.bytes)) })
    let body = RequestBody(try form.bytes(boundary: "xx--yy"))
    return try await self.files.upload(
      body, contentType: MultipartForm.contentType(boundary: "xx--yy"), to: roomID, by: patient)
  }

  func get(_ path: String, _ caller: FileCaller? = nil, _ fields: HTTPHeaders = [:]) async throws -> ServerResponse {
    let request = HTTPRequest(.get, "/v1" + path, headers: fields)
    return try await files.answer(request, for: FileRequest(path: path), by: caller ?? patient)
  }

  /// Names of what lies on the disk, the mark of the key aside.
  func kept() throws -> [String] {
    let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }
}

/// Sessions that have ended.
final class SessionEnds: Sendable {
  private let ended = Mutex<Set<RowID<SessionRow>>>([])

  func end(_ session: RowID<SessionRow>) { ended.withLock { _ = $0.insert(session) } }
  func has(_ session: RowID<SessionRow>) -> Bool { ended.withLock { $0.contains(session) } }
}

extension ServerResponse {
  func bytes() async throws -> [UInt8] {
    switch body {
    case .produced(let produced): try await produced.bytes()
    case .bytes(let bytes): bytes
    default: throw Missing()
    }
  }
}
