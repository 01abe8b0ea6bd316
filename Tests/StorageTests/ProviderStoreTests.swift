import Domain
import SQL
import Storage
import Testing
import Wire

struct ProviderStoreTests {
  private func flow(_ state: String, binding: String = "b", person: RowID<Person>? = nil) -> ProviderFlowRow {
    ProviderFlowRow(
      stateHash: state, bindingHash: binding, provider: "apple", app: .eyemon, nonce: "n", verifier: "v",
      redirect: "https://maru.example/r", target: "chats", person: person,
      session: person.map { _ in RowID(9) }, expiresAt: start.adding(milliseconds: 600_000))
  }

  @Test(arguments: Kind.allCases)
  func aFlowIsTakenOnceByWhoBeganIt(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let (first, linking) = (flow("s1"), flow("s2", person: world.patient))
      try tables.providers.insert(first, at: start)
      try tables.providers.insert(linking, at: start)
      #expect(try tables.providers.take(state: "s1", binding: "other", at: start) == nil)
      #expect(try tables.providers.take(state: "s1", binding: "b", at: start) == first)
      #expect(try tables.providers.take(state: "s1", binding: "b", at: start) == nil)
      #expect(try tables.providers.take(state: "s2", binding: "b", at: start) == linking)
    }
  }

  @Test(arguments: Kind.allCases)
  func aFlowThatIsOverIsNobodysAndGoes(kind: Kind) async throws {
    let world = try await World.make(kind)
    let late = start.adding(milliseconds: 600_001)
    try await world.store.write { (tables) throws in
      try tables.providers.insert(flow("s"), at: start)
      #expect(try tables.providers.take(state: "s", binding: "b", at: late) == nil)
      var next = flow("t")
      next.expiresAt = late
      try tables.providers.insert(next, at: late)
      #expect(try tables.providers.countFlows() == 1)
    }
  }

  @Test(arguments: Kind.allCases)
  func theNewestGrantOfAProviderCounts(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      for sealed in ["one", "two"] {
        let row = ProviderGrantRow(provider: "apple", client: "web", sealed: sealed)
        try tables.providers.keep(row, of: world.patient, at: start)
      }
      #expect(try tables.providers.grants(of: world.patient).map(\.sealed) == ["two"])
      #expect(try tables.providers.grants(of: world.doctor).isEmpty)
      try tables.providers.deleteGrant("apple", of: world.patient)
      #expect(try tables.providers.grants(of: world.patient).isEmpty)
    }
  }
}
