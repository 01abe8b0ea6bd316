import Testing
import Wire

@testable import Booking

@Suite struct ReservationMachineTests {
  typealias Machine = ReservationMachine

  static let start = instant("2026-12-01T00:00:00Z")
  static let end = instant("2026-12-01T00:30:00Z")
  let start = Self.start
  let end = Self.end

  static func terms(approval: Bool = false) -> ReservationTerms {
    ReservationTerms(
      policy: CancelPolicy(freeHours: 24, partHours: 3, partPercent: 50), leadMinutes: 60, needsApproval: approval)
  }

  /// The instant that many hours before the start.
  func before(_ hours: Int64, minutes: Int64 = 0) -> Timestamp {
    start.adding(milliseconds: -(hours * 60 + minutes) * 60_000)
  }

  func held(approval: Bool = false, hours: Int64 = 48) throws -> Machine {
    try Machine.hold(start: start, end: end, terms: Self.terms(approval: approval), minutes: 10, at: before(hours)).0
  }

  func confirmed(hours: Int64 = 48) throws -> Machine {
    var machine = try held(hours: hours)
    _ = try machine.receive(.paid, at: before(hours))
    return machine
  }

  func requested(hours: Int64 = 48) throws -> Machine {
    var machine = try held(approval: true, hours: hours)
    _ = try machine.receive(.paid, at: before(hours))
    return machine
  }

  @Test func aHoldTakesItsCellsAndHasAnEnd() throws {
    let (machine, commands) = try Machine.hold(
      start: start, end: end, terms: Self.terms(), minutes: 10, at: before(48))
    #expect(commands == [.takeCells(Cells.covering(start, end))])
    #expect(machine.facts.cells?.count == 6)
    #expect(machine.facts.holdUntil == before(48).adding(milliseconds: 600_000))
    #expect(machine.facts.version == 1)
  }

  @Test func aHoldNeverOutlastsItsStart() throws {
    #expect(try held(hours: 0 + 48).facts.holdUntil != start)
    let near = try Machine.hold(
      start: start, end: end, terms: Self.terms(), minutes: 10, at: before(0, minutes: 4)
    ).0
    #expect(near.facts.holdUntil == start)
    let asking = try Machine.hold(
      start: start, end: end, terms: Self.terms(approval: true), minutes: 10, at: before(1, minutes: 4)
    ).0
    #expect(asking.facts.holdUntil == before(1))
    #expect(throws: Machine.Refusal.tooLate) {
      try Machine.hold(start: start, end: end, terms: Self.terms(), minutes: 10, at: start)
    }
    #expect(throws: Machine.Refusal.noTime) {
      try Machine.hold(start: end, end: start, terms: Self.terms(), minutes: 10, at: before(48))
    }
  }

  @Test func paymentConfirms() throws {
    var machine = try held()
    let commands = try machine.receive(.paid, at: before(48))
    #expect(machine.facts.state == .confirmed)
    #expect(machine.facts.holdUntil == nil)
    #expect(commands == [.openRoom, .remind(version: 2), .tell(.patient, .confirmed), .tell(.doctor, .confirmed)])
  }

  @Test func paymentAsksTheDoctorWhereThatIsAgreed() throws {
    var machine = try held(approval: true)
    #expect(try machine.receive(.paid, at: before(48)) == [.tell(.doctor, .requested)])
    #expect(machine.facts.state == .requested)
    #expect(machine.facts.approveUntil == before(24))
    #expect(machine.facts.cells != nil)
    let commands = try machine.receive(.approved, at: before(30))
    #expect(commands.contains(.openRoom) && machine.facts.state == .confirmed)
    #expect(machine.facts.confirmedAt == before(30))
  }

  @Test func theApprovalDeadlineIsNeverPastTheLeadTime() throws {
    var machine = try requested(hours: 5)
    #expect(machine.facts.approveUntil == before(1))
    #expect(throws: Machine.Refusal.tooLate) { try machine.receive(.approved, at: before(1)) }
    #expect(throws: Machine.Refusal.tooEarly) { try machine.receive(.approvalEnded, at: before(2)) }
    let commands = try machine.receive(.approvalEnded, at: before(1))
    #expect(machine.facts.state == .declined)
    #expect(commands.first == .refund(percent: 100))
    #expect(commands.contains(.releaseCells(Cells.covering(start, end))))
    #expect(commands.contains(.offer(start: start, end: end)))
  }

  @Test func paymentTooLateToAskTheDoctorIsRefused() throws {
    var machine = try held(approval: true)
    #expect(throws: Machine.Refusal.tooLate) { try machine.receive(.paid, at: before(1)) }
    #expect(machine.facts.state == .held)
  }

  @Test func aHoldEndsOnce() throws {
    var machine = try held()
    #expect(throws: Machine.Refusal.tooEarly) { try machine.receive(.holdEnded, at: before(48)) }
    let commands = try machine.receive(.holdEnded, at: before(47))
    #expect(
      commands == [
        .releaseCells(Cells.covering(start, end)), .offer(start: start, end: end), .tell(.patient, .expired),
      ])
    #expect(throws: Machine.Refusal.changed(.expired)) { try machine.receive(.holdEnded, at: before(47)) }
  }

  @Test func latePaymentTakesTheSlotAgain() throws {
    var machine = try held()
    _ = try machine.receive(.holdEnded, at: before(47))
    let commands = try machine.receive(.paid, at: before(46))
    #expect(commands.first == .takeCells(Cells.covering(start, end)))
    #expect(machine.facts.state == .confirmed)
  }

  @Test func paymentAfterTheStartIsRefused() throws {
    var machine = try held()
    #expect(throws: Machine.Refusal.tooLate) { try machine.receive(.paid, at: start) }
    _ = try machine.receive(.holdEnded, at: start)
    #expect(throws: Machine.Refusal.tooLate) { try machine.receive(.paid, at: start) }
  }

  @Test func paymentBeforeTheSweepNeedsNoNewCells() throws {
    var machine = try held()
    let commands = try machine.receive(.paid, at: before(30))
    #expect(!commands.contains(.takeCells(Cells.covering(start, end))))
    #expect(machine.facts.state == .confirmed)
  }

  @Test func aDepositExtendsTheHold() throws {
    var machine = try held()
    _ = try machine.receive(.depositPromised(until: before(47)), at: before(48))
    #expect(machine.facts.holdUntil == before(47))
    _ = try machine.receive(.depositPromised(until: before(0)), at: before(48))
    #expect(machine.facts.holdUntil == before(1))
    _ = try machine.receive(.depositPromised(until: before(40)), at: before(48))
    #expect(machine.facts.holdUntil == before(1))
  }

  @Test func cancellingFollowsThePolicy() throws {
    for (hours, percent) in [(Int64(24), 100), (23, 50), (3, 50), (2, 0)] {
      var machine = try confirmed()
      #expect(machine.refundPercent(by: .patient, at: before(hours)) == percent)
      let commands = try machine.receive(.cancelled(by: .patient), at: before(hours))
      let refund: [Machine.Command] = percent > 0 ? [.refund(percent: percent)] : []
      #expect(
        commands == refund + [
          .releaseCells(Cells.covering(start, end)), .offer(start: start, end: end), .tell(.doctor, .cancelled),
        ])
      #expect(machine.facts.cancelledBy == .patient)
    }
  }

  @Test func theDoctorsCancellationGivesAllBack() throws {
    var machine = try confirmed()
    let commands = try machine.receive(.cancelled(by: .doctor), at: start.adding(milliseconds: 60_000))
    #expect(commands.first == .refund(percent: 100))
    // A start that has passed is offered to nobody.
    #expect(!commands.contains(.offer(start: start, end: end)))
    #expect(commands.last == .tell(.patient, .cancelled))
  }

  @Test func patientsCannotCancelAfterTheStart() throws {
    var machine = try confirmed()
    #expect(throws: Machine.Refusal.tooLate) { try machine.receive(.cancelled(by: .patient), at: start) }
    #expect(machine.refundPercent(by: .patient, at: start) == nil)
  }

  @Test func requestsAreTakenBackWithoutCost() throws {
    var machine = try requested(hours: 5)
    #expect(try machine.receive(.cancelled(by: .patient), at: before(2)).first == .refund(percent: 100))
  }

  @Test func anUnpaidHoldIsLeftInSilence() throws {
    var machine = try held()
    #expect(throws: Machine.Refusal.notAllowed) { try machine.receive(.cancelled(by: .doctor), at: before(48)) }
    let commands = try machine.receive(.cancelled(by: .patient), at: before(48))
    #expect(commands == [.releaseCells(Cells.covering(start, end)), .offer(start: start, end: end)])
  }

  @Test func ofTwoThatExcludeEachOtherOneWins() throws {
    let rivals: [Machine.Event] = [.approved, .declined, .cancelled(by: .patient)]
    for first in rivals {
      for second in rivals {
        var machine = try requested()
        _ = try machine.receive(first, at: before(40))
        let afterFirst = machine
        // A patient may still leave what was approved; anything else is refused and changes nothing.
        if first == .approved, second == .cancelled(by: .patient) { continue }
        #expect(throws: Machine.Refusal.changed(machine.facts.state)) {
          try machine.receive(second, at: before(40))
        }
        #expect(machine == afterFirst)
      }
    }
  }
}
