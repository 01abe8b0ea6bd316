import Booking
import MoneySimulation
import Payment
import Testing

struct MoneySimulationTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func noMoneyIsLostAndNoSlotGivenTwice(seed: UInt64) {
    let simulation = MoneySimulation(seed: seed) { ModelDesk(provider: $0) }
    #expect(simulation.run(steps: 600) == [])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func aSeedReplaysExactly(seed: UInt64) {
    let runs = (0..<2).map { _ in
      let simulation = MoneySimulation(seed: seed, traces: true) { ModelDesk(provider: $0) }
      _ = simulation.run(steps: 400)
      return simulation.trace
    }
    #expect(runs[0] == runs[1])
    #expect((runs[0]?.count ?? 0) > 50)
  }

  @Test func everythingThatCanBecomeOfAnOrderHappens() {
    var notes: Set<OrderNote.Code> = []
    var states: Set<ReservationState> = []
    for seed in 1_000..<1_300 as Range<UInt64> {
      let simulation = MoneySimulation(seed: seed) { ModelDesk(provider: $0) }
      _ = simulation.run(steps: 600)
      for order in simulation.outcome.orders { notes.formUnion(order.history) }
      states.formUnion(simulation.outcome.reservations.map(\.facts.state))
    }
    // The shell writes the first; the others are of payments and cancellations that nobody plays here.
    let elsewhere: Set<OrderNote.Code> = [.created, .otherOrder, .cancelledByOperator]
    #expect(Set(OrderNote.Code.allCases).subtracting(notes).subtracting(elsewhere) == [])
    #expect(states.isSuperset(of: [.confirmed, .cancelled, .expired, .declined]))
  }

  @Test(arguments: MoneyMutant.allCases)
  func everyMutantIsFound(mutant: MoneyMutant) {
    #expect(MoneyWish().finds(mutant, within: 500))
  }
}
