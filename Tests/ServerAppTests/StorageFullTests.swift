import Contract
import Domain
import SQL
import Storage
import StorageTesting
import Testing

@testable import ServerApp

@Suite(.enabled(if: DataPlace.serverUnderTest == nil))
struct StorageFullTests {
  /// How many pages the database may have; SQLite never goes below those that it has.
  private func allow(pages: Int, _ client: Client) async throws {
    try await client.server.store.write { tables in
      _ = try tables.connection.first("PRAGMA max_page_count = \(pages)") { _ in true }
    }
  }

  @Test func aFullDiskRefusesInWordsAndKeepsNothingByHalves() async throws {
    let client = try await Client(.inProcess)
    let (patient, doctor) = (try await client.join(), try await client.join(.eyemonDoctor))
    let room = try await client.openRoom(patient, with: doctor)
    try await allow(pages: 1, client)
    let long = String(repeating: "가", count: 9_000)
    var kept: [Message] = []
    var refused: APIError?
    for number in 0..<50 where refused == nil {
      refused = await refusal {
        kept.append(try await client.say(long, in: room, by: patient, clientID: "\(number)"))
      }
    }
    #expect(refused == .storageUnavailable)
    let endpoint = Endpoint.messages(room: room.id, after: nil)
    #expect(try await client.call(endpoint, as: doctor) == .messages(kept))
    try await allow(pages: 1_000_000, client)
    let next = try await client.say(long, in: room, by: patient, clientID: "\(kept.count)")
    #expect(next.seq == Int64(kept.count) + 1)
  }
}
