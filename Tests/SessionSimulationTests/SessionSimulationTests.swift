import SessionSimulation
import Testing

struct SessionSimulationTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func nobodyIsSignedOutWronglyAndNobodyLetIn(seed: UInt64) {
    let simulation = SessionSimulation(seed: seed, server: ModelServer())
    #expect(simulation.run(steps: 600) == [])
  }

  /// Seeds of the full figures that once found something.
  @Test(arguments: [72, 95, 843, 35_666] as [UInt64])
  func whatWasFoundOnceIsRight(seed: UInt64) {
    #expect(SessionSimulation(seed: seed, server: ModelServer()).run(steps: 400) == [])
  }

  /// The rare ones are in `SessionStoryTests`; by seed the gate's simulator finds them as well.
  private static let rare: [SessionMutant] = [.wallClockAlone, .steadyClockAlone, .hearingIsBirth, .adoptsAgain]

  @Test(arguments: SessionMutant.allCases.filter { !rare.contains($0) })
  func everyMutantIsFound(mutant: SessionMutant) {
    var wish = SessionWish()
    wish.steps = 600
    #expect(wish.finds(mutant, within: 300))
  }
}
