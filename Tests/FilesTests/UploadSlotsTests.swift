import Contract
import Domain
import Storage
import Testing

@testable import Files

@Suite struct UploadSlotsTests {
  private let slots = UploadSlots()

  @Test func onePersonHasAFew() throws {
    let person = RowID<Person>(1)
    for _ in 0..<UploadSlots.perPerson { try slots.take(for: person) }
    #expect(throws: APIError.tooManyCalls(retryAfterSeconds: 2)) { try slots.take(for: person) }
    try slots.take(for: RowID(2))
    slots.giveBack(of: person)
    try slots.take(for: person)
  }

  @Test func allTogetherHaveAnEnd() throws {
    for number in 0..<UploadSlots.inAll { try slots.take(for: RowID(Int64(number))) }
    #expect(throws: APIError.overloaded(retryAfterSeconds: 5)) { try slots.take(for: RowID(-1)) }
    slots.giveBack(of: RowID(3))
    try slots.take(for: RowID(-1))
  }
}
