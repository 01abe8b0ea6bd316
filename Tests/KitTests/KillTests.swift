import ChatSync
import Contract
import Domain
import Foundation
import Synchronization
import Testing

@testable import Kit

/// Ends a process as far as the world can tell: from the n-th write on nothing is stored and nothing is sent.
private final class Kill: Sendable {
  private let left: Mutex<Int>
  let happened = Gate()

  init(after writes: Int) {
    left = Mutex(writes)
  }

  var isDead: Bool { happened.isOpen }

  func mayWrite() -> Bool {
    let dies = left.withLock { left in
      left -= 1
      return left < 0
    }
    if dies { happened.open() }
    return !dies
  }

  func transport(_ inner: Transport) -> Transport {
    Transport { [self] (request) async throws(TransportError) in
      if isDead { throw .cut }
      let response = try await inner.send(request)
      if isDead { throw .cut }
      return response
    }
  }
}

@Suite struct KillTests {
  /// What the person was told is kept; the process ends between two writes to the store; the next one goes on.
  @Test(arguments: 0..<24)
  func nothingIsLostOrDoubledByAKillBetweenTwoWrites(after writes: Int) async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let folder = temporaryFolder()
    #expect(PrivateFile.makeFolder(folder))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let kill = Kill(after: writes)
    var kept: [String] = []
    do {
      let store = CredentialStore.memory()
      _ = store.save(await pair.patient.session.credentials)
      let transport = kill.transport(try .network(server.address))
      let client = MaruClient(app: .eyemon, transport: transport, credentials: store)
      await client.session.restore()
      let records = try await RecordStore(path: folder + "/chat.sqlite", mayWrite: { kill.mayWrite() })
      let account = try await ChatAccount.open(
        client, person: pair.patientPerson, folder: folder, lock: nil, store: records, noSockets,
        ChatAccount.systemClock)
      await account.start()
      for text in ["하나", "둘", "셋"] {
        if try await account.send(text, to: pair.room.id, clientID: text).isKept { kept.append(text) }
      }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await kill.happened.wait() }
        group.addTask {
          let states = await account.open(pair.room.id)
          _ = try? await first(states) { $0.outbox.isEmpty && $0.messages.count == 3 }
          // Nothing more is written: it ends here.
          kill.happened.open()
        }
        await group.next()
        group.cancelAll()
      }
      await account.close()
    }
    let account = try await pair.open(pair.patient, pair.patientPerson, folder: folder)
    let wanted = kept.count
    _ = try await first(await account.open(pair.room.id)) { state in
      state.outbox.isEmpty && state.messages.filter { kept.contains($0.content) }.count >= wanted && !state.isCatchingUp
    }
    let contents = try await pair.doctor.history(of: pair.room.id).messages.map(\.content)
    #expect(contents.filter { kept.contains($0) } == kept, "all, once, in order")
    #expect(contents.count == Set(contents).count)
    await account.close()
    await server.stop()
  }

  @Test func whatCannotBeKeptIsSaidAndSentAllTheSame() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let isFull = Cable()
    let records = try await RecordStore(path: nil, mayWrite: { !isFull.isCut })
    let account = try await ChatAccount.open(
      pair.patient, person: pair.patientPerson, folder: nil, lock: nil, store: records, noSockets,
      ChatAccount.systemClock)
    await account.start()
    #expect(try await account.send("하나", to: pair.room.id).isKept)
    isFull.pull()
    let second = try await account.send("둘", to: pair.room.id)
    #expect(!second.isKept)
    _ = try await first(account.roomList) { $0.isStorageFailing }
    _ = try #require(try await account.delivered(second.clientID, in: pair.room.id))
    #expect(try await pair.doctor.history(of: pair.room.id).messages.map(\.content) == ["하나", "둘"])
    isFull.plug()
    _ = try await first(account.roomList) { !$0.isStorageFailing }
    #expect(try await account.send("셋", to: pair.room.id).isKept)
    await account.close()
    await server.stop()
  }
}
