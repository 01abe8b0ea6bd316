import Chats
import Domain
import Storage
import Testing

struct LeaseTests {
  private let mina = RowID<Person>(1)
  private let room = RowID<Room>(1)

  @Test func presenceIsToldWhenItChanges() {
    var leases = LeaseMachine()
    #expect(leases.receive(.active(mina, device: "a", isOn: true), now: 0) == [.online(mina, true)])
    #expect(leases.receive(.active(mina, device: "a", isOn: true), now: 25_000) == [])
    #expect(leases.receive(.active(mina, device: "b", isOn: true), now: 30_000) == [])
    #expect(leases.isOnline(mina))
    #expect(leases.receive(.active(mina, device: "a", isOn: false), now: 31_000) == [])
    #expect(leases.receive(.timePassed, now: 40_000) == [])
    #expect(leases.receive(.timePassed, now: 89_999) == [])
    #expect(leases.receive(.timePassed, now: 90_000) == [.online(mina, false)])
    #expect(leases.count == 0)
  }

  @Test func whoOnlyListensIsNotThere() {
    var leases = LeaseMachine()
    #expect(leases.receive(.left(mina, device: "a", isLost: false), now: 0) == [])
    #expect(leases.receive(.active(mina, device: "a", isOn: false), now: 0) == [])
    #expect(leases.receive(.timePassed, now: 10_000_000) == [])
    #expect(!leases.isOnline(mina))
  }

  @Test func lookingAwayForAMomentIsNotTold() {
    var leases = LeaseMachine()
    _ = leases.receive(.active(mina, device: "a", isOn: true), now: 0)
    for turn in 1...100 as ClosedRange<Int64> {
      #expect(leases.receive(.active(mina, device: "a", isOn: turn % 2 == 0), now: turn * 100) == [])
      #expect(leases.receive(.timePassed, now: turn * 100) == [])
    }
  }

  @Test func aLostConnectionHasAFewSecondsToComeBack() {
    var leases = LeaseMachine()
    _ = leases.receive(.active(mina, device: "a", isOn: true), now: 0)
    _ = leases.receive(.left(mina, device: "a", isLost: true), now: 1_000)
    #expect(leases.receive(.timePassed, now: 10_999) == [])
    _ = leases.receive(.active(mina, device: "b", isOn: true), now: 10_999)
    #expect(leases.receive(.timePassed, now: 11_000) == [])
    _ = leases.receive(.left(mina, device: "b", isLost: false), now: 12_000)
    #expect(leases.receive(.timePassed, now: 15_000) == [.online(mina, false)])
  }

  @Test func typingIsRelayedAtMostOnceASecond() {
    var leases = LeaseMachine()
    let relayed = LeaseMachine.Command.typing(mina, room, leaseMilliseconds: 5_000)
    #expect(leases.receive(.typing(mina, room, isOn: true), now: 0) == [relayed])
    #expect(leases.receive(.typing(mina, room, isOn: true), now: 999) == [])
    #expect(leases.receive(.typing(mina, RowID(2), isOn: true), now: 999).count == 1)
    #expect(leases.receive(.typing(mina, room, isOn: true), now: 1_000) == [relayed])
  }

  @Test func theEndOfTypingIsToldOnce() {
    var leases = LeaseMachine()
    #expect(leases.receive(.typing(mina, room, isOn: false), now: 0) == [])
    _ = leases.receive(.typing(mina, room, isOn: true), now: 0)
    #expect(
      leases.receive(.typing(mina, room, isOn: false), now: 10) == [.typing(mina, room, leaseMilliseconds: 0)])
    #expect(leases.receive(.typing(mina, room, isOn: false), now: 11) == [])
    #expect(leases.receive(.timePassed, now: 5_000) == [])
    #expect(leases.count == 0)
  }

  @Test func whoTypesAgainWithinThePauseIsToldWhenItIsOver() {
    var leases = LeaseMachine()
    _ = leases.receive(.typing(mina, room, isOn: true), now: 0)
    _ = leases.receive(.typing(mina, room, isOn: false), now: 10)
    // Not a way around the pause.
    #expect(leases.receive(.typing(mina, room, isOn: true), now: 12) == [])
    #expect(leases.receive(.timePassed, now: 999) == [])
    #expect(leases.typingRooms(of: mina) == [])
    #expect(leases.receive(.timePassed, now: 1_000) == [.typing(mina, room, leaseMilliseconds: 5_000)])
    #expect(leases.typingRooms(of: mina) == [room])
    #expect(leases.receive(.timePassed, now: 2_000) == [])
    // What was taken back meanwhile is not told at all.
    _ = leases.receive(.typing(mina, room, isOn: false), now: 1_100)
    _ = leases.receive(.typing(mina, room, isOn: true), now: 1_200)
    #expect(leases.receive(.typing(mina, room, isOn: false), now: 1_300) == [])
    #expect(leases.receive(.timePassed, now: 3_000) == [])
  }
}
