import Domain
import FeatureCore
import Testing

@testable import Chat

@Suite struct ChatTagTests {
  @Test(arguments: [
    ChatTag.keptRooms, .keptOutboxes(2), .keptMarks, .keptDrafts, .keptDoctors, .keptMessages(roomA), .rooms, .doctors,
    .history(roomA, before: nil), .history(roomA, before: 81), .changes(roomA, after: 7),
    .operate(roomA, id: "000000000000001+m1"), .send(roomA, clientID: "c1"), .markRead(roomA, seq: 7),
    .sendTimer(roomA), .fetchTimer(roomA), .readTimer(roomA), .operateTimer(roomA), .uploadTimer(roomA),
    .draftTimer(roomA), .roomsTimer, .noticeTimer,
  ])
  func tagsComeBackFromTheirText(_ tag: ChatTag) {
    #expect(ChatTag(tag.tag) == tag)
    #expect(tag.tag.isUnder("chat/"))
  }

  @Test(arguments: ["", "chat", "chat/", "chat/else", "account/rooms"])
  func foreignTagsAreNone(_ text: String) {
    #expect(ChatTag(FeatureCore.Tag(text)) == nil)
  }

  @Test func textsAreTrimmedAndFolded() {
    #expect(ChatText.trimmed(" \n 안녕 하세요\t") == "안녕 하세요")
    #expect(ChatText.trimmed(" \n") == "")
    #expect(ChatText.oneLine("첫 줄\n둘째 줄") == "첫 줄 둘째 줄")
    #expect(ChatText.oneLine("a" + String(repeating: "한", count: 300)) == "a" + String(repeating: "한", count: 133))
    #expect(ChatText.hex((0, 255)) == "000000000000000000000000000000ff")
    #expect(ChatText.hex((UInt64.max, 0)) == "ffffffffffffffff0000000000000000")
  }
}
