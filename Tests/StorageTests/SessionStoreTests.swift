import Domain
import Storage
import Testing
import Wire

struct SessionStoreTests {
  private func pair(_ id: RowID<SessionRow>, _ generation: Int64, usedAt: Timestamp? = nil) -> GenerationRow {
    GenerationRow(
      sessionID: id, generation: generation, issuedAt: start, accessExpiresAt: start.adding(milliseconds: 1_000),
      refreshExpiresAt: start.adding(milliseconds: 2_000), usedAt: usedAt)
  }

  @Test(arguments: Kind.allCases)
  func theNewestPairIsTheSessions(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let id = try tables.sessions.insert(personID: world.patient, app: .eyemon, at: start)
      for number: Int64 in 1...3 { try tables.sessions.insert(pair(id, number)) }
      let session = try tables.sessions.find(id)
      #expect(session?.generation == 3)
      #expect(session?.personID == world.patient)
      #expect(session?.app == .eyemon)
      #expect(session?.endedAt == nil)
      #expect(try tables.sessions.generation(2, of: id) == pair(id, 2))
      #expect(try tables.sessions.generation(4, of: id) == nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func onlyTheFirstUseIsNoted(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let id = try tables.sessions.insert(personID: world.patient, app: .eyemon, at: start)
      try tables.sessions.insert(pair(id, 1))
      #expect(try tables.sessions.unusedGenerations().map(\.generation) == [1])
      try tables.sessions.markUsed(1, of: id, at: start.adding(milliseconds: 5))
      try tables.sessions.markUsed(1, of: id, at: start.adding(milliseconds: 9))
      #expect(try tables.sessions.generation(1, of: id)?.usedAt == start.adding(milliseconds: 5))
      #expect(try tables.sessions.unusedGenerations().isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func oldPairsAreForgottenOnlyWhenTheirTimeIsOver(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let id = try tables.sessions.insert(personID: world.patient, app: .eyemon, at: start)
      try tables.sessions.insert(pair(id, 1, usedAt: start))
      try tables.sessions.insert(pair(id, 2, usedAt: start.adding(milliseconds: 10)))
      try tables.sessions.insert(pair(id, 3))
      try tables.sessions.deleteGenerations(of: id, below: 3, usedBefore: start.adding(milliseconds: 10))
      #expect(try tables.sessions.generation(1, of: id) == nil)
      #expect(try tables.sessions.generation(2, of: id) != nil)
      #expect(try tables.sessions.generation(3, of: id) != nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func sessionsAreForgottenWhenNoTokenIsLeft(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let id = try tables.sessions.insert(personID: world.patient, app: .eyemon, at: start)
      try tables.sessions.insert(pair(id, 1))
      #expect(try tables.sessions.deleteExpired(at: start.adding(milliseconds: 2_000)) == 0)
      #expect(try tables.sessions.deleteExpired(at: start.adding(milliseconds: 2_001)) == 1)
      #expect(try tables.sessions.find(id) == nil)
      #expect(try tables.sessions.generation(1, of: id) == nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func aSessionEndsOnce(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let id = try tables.sessions.insert(personID: world.patient, app: .eyemon, at: start)
      #expect(try tables.sessions.end(id, at: start))
      #expect(try !tables.sessions.end(id, at: start.adding(milliseconds: 1)))
      #expect(try tables.sessions.find(id)?.endedAt == start)
      #expect(try tables.sessions.ended(since: start) == [id])
      #expect(try tables.sessions.ended(since: start.adding(milliseconds: 1)).isEmpty)
    }
  }
}
