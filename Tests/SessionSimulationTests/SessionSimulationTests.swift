import SessionSimulation
import Testing

struct SessionSimulationTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func nobodyIsSignedOutWronglyAndNobodyLetIn(seed: UInt64) {
    let simulation = SessionSimulation(seed: seed, server: ModelServer())
    #expect(simulation.run(steps: 600) == [])
  }

  /// Seeds of the full figures that once found something.
  @Test(arguments: [72, 95, 843, 7_384, 35_666, 58_747] as [UInt64])
  func whatWasFoundOnceIsRight(seed: UInt64) {
    #expect(SessionSimulation(seed: seed, server: ModelServer()).run(steps: 400) == [])
  }

  @Test(arguments: SessionMutant.allCases.filter { !$0.isRare })
  func everyMutantIsFound(mutant: SessionMutant) {
    var wish = SessionWish()
    wish.steps = 600
    #expect(wish.finds(mutant, within: 300))
  }
}
