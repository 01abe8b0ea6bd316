import Contract
import Foundation
import ServerApp
import Storage
import StorageTesting
import Testing

/// A server whose data are not in its folder.
@Suite(.enabled(if: DataPlace.serverUnderTest != nil))
struct OtherDatabaseTests {
  @Test func theDataOutliveTheServerAndItsFolderKeepsTheKeys() async throws {
    let folder = try TemporaryFolder()
    let place = DataPlace.ofTest()
    let path = folder.path + "/data"
    let first = try await Client(.inProcess) {
      $0.dataFolder = path
      $0.database = place
    }
    let person = try await first.join()
    await first.server.stop()
    #expect(!FileManager.default.fileExists(atPath: path + "/maru.db"))
    let second = try await Client(.inProcess) {
      $0.dataFolder = path
      $0.database = place
    }
    guard case .rooms(let rooms) = try await second.call(.rooms, as: person) else { throw Unexpected() }
    #expect(rooms.isEmpty)
    await second.server.stop()
  }

  @Test func withoutItsKeysItIsNotServed() async throws {
    let folder = try TemporaryFolder()
    let place = DataPlace.ofTest()
    let path = folder.path + "/data"
    let first = try await Client(.inProcess) {
      $0.dataFolder = path
      $0.database = place
    }
    _ = try await first.join()
    await first.server.stop()
    try FileManager.default.removeItem(atPath: path + "/id.key")
    await #expect(throws: SecretsError.missing(path + "/id.key")) {
      try await makeServer {
        $0.dataFolder = path
        $0.database = place
      }
    }
  }
}
