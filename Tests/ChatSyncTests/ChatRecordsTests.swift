import ChatSync
import Contract
import Domain
import Testing

@Suite struct ChatRecordsTests {
  @Test func keysSortAsNumbers() {
    let keys = [9, 10, 99, 100, 1_000_000].map { ChatRecords.key(message(Int64($0))) }
    #expect(keys == keys.sorted())
    #expect(keys[0] == "m/room-1/0000000000000009")
  }

  @Test func messageComesBackFromItsRecord() {
    let original = message(3, "줄\n바꿈 \"따옴표\" 👁️", from: mina, clientID: "c-1")
    #expect(ChatRecords.write(original).value.flatMap { ChatRecords.message($0) } == original)
  }

  @Test func doctorsComeBackFromTheirRecord() {
    let doctors = [Doctor(person: doctor, clinic: "맑은눈안과", specialty: "망막")]
    #expect(ChatRecords.write(doctors).value.map { ChatRecords.doctors($0) } == doctors)
  }

  @Test func brokenRecordsAreSkipped() {
    #expect(ChatRecords.message("{") == nil)
    #expect(ChatRecords.room("[]") == nil)
    #expect(ChatRecords.doctors("null").isEmpty)
    #expect(ChatRecords.outboxItem("{\"client_id\":\"a\"}") == nil)
    #expect(ChatRecords.room(ofOutboxKey: "o/") == nil)
    let far = #"{"client_id":"a","content":"하나","at":1,"order":9223372036854775807,"state":"waiting"}"#
    #expect(ChatRecords.outboxItem(far) == nil)
  }

  @Test func unknownStatesOfANewerVersionAreTakenAsUnconfirmed() {
    let text = #"{"client_id":"a","content":"하나","at":1,"order":2,"state":"later"}"#
    #expect(ChatRecords.outboxItem(text)?.state == .unconfirmed)
    let failed = #"{"client_id":"a","content":"하나","at":1,"order":2,"state":"failed","reason":"new_code"}"#
    #expect(ChatRecords.outboxItem(failed)?.state == .failed(.badRequest))
  }
}
