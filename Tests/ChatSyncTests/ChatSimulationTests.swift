import Testing

@Suite struct ChatSimulationTests {
  @Test func everybodyEndsWithTheSameRoomOnAnyNetwork() {
    for seed in 0..<1_000 {
      var simulation = ChatSimulation(seed: UInt64(seed))
      let faults = simulation.run(steps: 70)
      #expect(faults.isEmpty, "seed \(seed): \(faults)")
      if !faults.isEmpty { return }
    }
  }
}
