import SessionSimulation
import Testing

struct SessionSimulationTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func nobodyIsSignedOutWronglyAndNobodyLetIn(seed: UInt64) {
    let simulation = SessionSimulation(seed: seed, server: ModelServer())
    #expect(simulation.run(steps: 600) == [])
  }

  @Test(arguments: SessionMutant.allCases)
  func everyMutantIsFound(mutant: SessionMutant) {
    var wish = SessionWish()
    wish.steps = 600
    #expect(wish.finds(mutant, within: 300))
  }
}
