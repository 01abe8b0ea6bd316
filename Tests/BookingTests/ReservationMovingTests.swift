import Seeded
import Testing
import Wire

@testable import Booking

/// Moving, ending, and the whole table of states and events.
@Suite struct ReservationMovingTests {
  typealias Machine = ReservationMachine

  let base = ReservationMachineTests()
  let start = ReservationMachineTests.start
  let end = ReservationMachineTests.end
  var nextDay: (start: Timestamp, end: Timestamp) {
    (start.adding(milliseconds: 86_400_000), end.adding(milliseconds: 86_400_000))
  }

  func moved(by side: ReservationSide) -> Machine.Event { .moved(by: side, start: nextDay.start, end: nextDay.end) }

  @Test func movingKeepsThePaymentAndRenewsTheReminders() throws {
    var machine = try base.confirmed()
    let commands = try machine.receive(moved(by: .patient), at: base.before(30))
    #expect(
      commands == [
        .releaseCells(Cells.covering(start, end)), .takeCells(Cells.covering(nextDay.start, nextDay.end)),
        .offer(start: start, end: end), .remind(version: 3), .tell(.doctor, .moved),
      ])
    #expect(machine.facts.state == .confirmed && machine.facts.version == 3)
  }

  @Test func movingIsPossibleAsLongAsCancellingIsFree() throws {
    var machine = try base.confirmed()
    #expect(throws: Machine.Refusal.tooLate) { try machine.receive(moved(by: .patient), at: base.before(23)) }
    #expect(try machine.receive(moved(by: .doctor), at: base.before(1)).last == .tell(.patient, .moved))
    var past = try base.confirmed()
    #expect(throws: Machine.Refusal.tooLate) {
      try past.receive(
        .moved(by: .patient, start: base.before(40), end: base.before(39)), at: base.before(30))
    }
    #expect(throws: Machine.Refusal.noTime) {
      try past.receive(.moved(by: .doctor, start: nextDay.end, end: nextDay.start), at: base.before(30))
    }
  }

  @Test func movingNowhereIsNoChange() throws {
    var machine = try base.confirmed()
    #expect(try machine.receive(.moved(by: .patient, start: start, end: end), at: base.before(30)) == [])
    #expect(machine.facts.version == 2)
  }

  @Test func whatADoctorApprovesIsApprovedAnewAfterMoving() throws {
    var machine = try base.requested()
    _ = try machine.receive(.approved, at: base.before(40))
    let commands = try machine.receive(moved(by: .patient), at: base.before(30))
    #expect(machine.facts.state == .requested)
    #expect(commands.last == .tell(.doctor, .requested))
    #expect(machine.facts.cells == Cells.covering(nextDay.start, nextDay.end))
  }

  @Test func aDoctorWhoMovesARequestAgreesToIt() throws {
    var machine = try base.requested()
    let commands = try machine.receive(moved(by: .doctor), at: base.before(30))
    #expect(machine.facts.state == .confirmed && commands.contains(.openRoom))
  }

  @Test func aConsultationWithoutATimeGetsItFromTheDoctor() throws {
    let now = base.before(48)
    var (machine, commands) = try Machine.hold(
      start: nil, end: nil, terms: ReservationMachineTests.terms(approval: true), minutes: 10, at: now)
    #expect(commands.isEmpty && machine.facts.cells == nil)
    // Nobody has to approve a time that the doctor will give.
    commands = try machine.receive(.paid, at: now)
    #expect(machine.facts.state == .confirmed)
    #expect(commands == [.openRoom, .tell(.patient, .confirmed), .tell(.doctor, .confirmed)])
    #expect(throws: Machine.Refusal.notAllowed) { try machine.receive(moved(by: .patient), at: now) }
    #expect(throws: Machine.Refusal.notAllowed) { try machine.receive(.missed, at: now) }
    commands = try machine.receive(.moved(by: .doctor, start: start, end: end), at: now)
    #expect(
      commands == [.takeCells(Cells.covering(start, end)), .remind(version: 3), .tell(.patient, .moved)])
    #expect(machine.refundPercent(by: .patient, at: base.before(2)) == 100)
  }

  @Test func aTimeByTheDoctorIsFreeUntilItBeginsOrThePatientMoves() throws {
    var machine = try base.confirmed()
    _ = try machine.receive(moved(by: .doctor), at: base.before(2))
    let begins = nextDay.start
    #expect(machine.facts.isTimeByDoctor)
    #expect(machine.refundPercent(by: .patient, at: begins.adding(milliseconds: -1)) == 100)
    #expect(machine.refundPercent(by: .patient, at: begins) == nil)
    // Moving nowhere chooses nothing.
    _ = try machine.receive(moved(by: .patient), at: base.before(1))
    #expect(machine.facts.isTimeByDoctor)
    let later = begins.adding(milliseconds: 3_600_000)
    _ = try machine.receive(
      .moved(by: .patient, start: later, end: later.adding(milliseconds: 1_800_000)),
      at: begins.adding(milliseconds: -1))
    #expect(!machine.facts.isTimeByDoctor)
    #expect(machine.refundPercent(by: .patient, at: begins) == 0)
  }

  @Test func itIsOverAfterItHasBegun() throws {
    for event in [Machine.Event.finished, .missed, .windowClosed] {
      var machine = try base.confirmed()
      #expect(throws: Machine.Refusal.tooEarly) { try machine.receive(event, at: base.before(1)) }
      #expect(try machine.receive(event, at: end) == [])
      #expect(machine.facts.state == (event == .missed ? .noShow : .done))
      #expect(machine.facts.finishedAt == end)
      #expect(machine.facts.cells != nil)
    }
  }

  @Test func whoComesLateWasThere() throws {
    var machine = try base.confirmed()
    _ = try machine.receive(.missed, at: end)
    _ = try machine.receive(.finished, at: end)
    #expect(machine.facts.state == .done)
    #expect(throws: Machine.Refusal.changed(.done)) { try machine.receive(.missed, at: end) }
  }

  @Test func statesThatAreOverStayAsTheyAre() throws {
    let events: [Machine.Event] = [
      .depositPromised(until: base.before(40)), .paid, .holdEnded, .approved, .declined, .approvalEnded,
      .cancelled(by: .patient), .cancelled(by: .doctor), .cancelled(by: .service), moved(by: .patient),
      moved(by: .doctor), .finished, .missed, .windowClosed,
    ]
    for state in [ReservationState.done, .cancelled, .declined] {
      for event in events {
        let facts = ReservationFacts(
          state: state, start: start, end: end, terms: ReservationMachineTests.terms(), version: 7)
        var machine = Machine(facts)
        #expect(throws: Machine.Refusal.changed(state)) { try machine.receive(event, at: end) }
        #expect(machine.facts == facts)
      }
    }
  }

  /// Whatever comes in whatever order: the cells that commands took and released are those that the facts name, and all
  /// is refunded at most once.
  @Test func cellsAndFactsAgreeInEveryHistory() throws {
    for seed in UInt64(0)..<3000 {
      var random = SeededRandom(seed: seed)
      let terms = ReservationMachineTests.terms(approval: random.chance(50))
      var now = base.before(72)
      let isTimed = random.chance(85)
      var (machine, commands) = try Machine.hold(
        start: isTimed ? start : nil, end: isTimed ? end : nil, terms: terms, minutes: 10, at: now)
      var taken: Set<Range<Int64>> = []
      var refunds = 0
      for _ in 0..<20 {
        for command in commands {
          switch command {
          case .takeCells(let cells): #expect(taken.insert(cells).inserted, "seed \(seed)")
          case .releaseCells(let cells): #expect(taken.remove(cells) != nil, "seed \(seed)")
          case .refund: refunds += 1
          case .remind(let version): #expect(version == machine.facts.version, "seed \(seed)")
          case .openRoom, .offer, .tell: break
          }
        }
        #expect(taken == Set([machine.facts.cells].compactMap { $0 }), "seed \(seed)")
        #expect((machine.facts.holdUntil != nil) == (machine.facts.state == .held), "seed \(seed)")
        #expect((machine.facts.approveUntil != nil) == (machine.facts.state == .requested), "seed \(seed)")
        now = now.adding(milliseconds: Int64(random.below(12 * 3600)) * 1000)
        let before = machine
        do {
          commands = try machine.receive(event(&random, now), at: now)
        } catch {
          #expect(machine == before, "seed \(seed)")
          commands = []
        }
      }
      #expect(refunds <= 1, "seed \(seed)")
    }
  }

  func event(_ random: inout SeededRandom, _ now: Timestamp) -> Machine.Event {
    let side = ReservationSide.allCases[random.below(3)]
    let start = now.adding(milliseconds: Int64(random.below(400_000_000)) - 50_000_000)
    return switch random.below(11) {
    case 0: .depositPromised(until: start)
    case 1, 2: .paid
    case 3: .holdEnded
    case 4: .approved
    case 5: .declined
    case 6: .approvalEnded
    case 7: .cancelled(by: side)
    case 8: .moved(by: side, start: start, end: start.adding(milliseconds: 1_800_000))
    case 9: .finished
    default: random.chance(50) ? .missed : .windowClosed
    }
  }
}
