import Contract
import Domain
import Foundation
import Kit
import Synchronization

/// Two people with a room on a live server, and their accounts on this device.
struct Pair {
  let server: LiveServer
  let patient: MaruClient
  let doctor: MaruClient
  let patientPerson: Person
  let doctorPerson: Person
  let room: Room

  init(_ server: LiveServer) async throws {
    self.server = server
    patient = try server.client(.eyemon)
    doctor = try server.client(.eyemonDoctor)
    patientPerson = try await patient.join(.fresh("하늘"))
    doctorPerson = try await doctor.join(.fresh("김안과"))
    room = try await patient.openRoom(with: doctorPerson.id)
  }

  func open(
    _ client: MaruClient, _ person: Person, folder: String? = nil, sockets: WebSocketOpener? = nil
  ) async throws -> ChatAccount {
    let opener = if let sockets { sockets } else { try WebSocketOpener.network(server.address) }
    let account = try await ChatAccount.open(client, person: person, folder: folder, sockets: opener)
    await account.start()
    return account
  }
}

/// Sockets that never open.
let noSockets = WebSocketOpener { (_) async throws(WebSocketError) in throw .transport(.cannotConnect("cut off")) }

func temporaryFolder() -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("maru-chat-\(UUID().uuidString)").path
}

/// The first state that the test waits for.
func first<States: AsyncSequence>(
  _ states: States, where isWanted: (States.Element) -> Bool
) async throws -> States.Element where States.Element: Sendable {
  for try await state in states where isWanted(state) { return state }
  throw Ended()
}

struct Ended: Error {}

/// Lets requests through until it is cut.
final class Cable: Sendable {
  private let cut = Atomic(false)

  func pull() { cut.store(true, ordering: .relaxed) }
  func plug() { cut.store(false, ordering: .relaxed) }
  var isCut: Bool { cut.load(ordering: .relaxed) }

  func transport(_ inner: Transport) -> Transport {
    Transport { [self] (request) async throws(TransportError) in
      if isCut { throw .cannotConnect("cut off") }
      let response = try await inner.send(request)
      // The answer is lost on its way back.
      if isCut { throw .cut }
      return response
    }
  }
}
