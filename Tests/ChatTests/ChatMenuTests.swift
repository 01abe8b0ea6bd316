import ChatSync
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Chat

@Suite struct ChatMenuTests {
  private func rows(_ store: TestStore<Chat>) -> String { golden(store.state.conversation?.rows ?? []) }

  private func labels(_ store: TestStore<Chat>) -> [String] { Chat.sheet(store.state)?.items.map(\.label) ?? [] }

  @Test func ownAndOthersMessagesHaveTheirOwnMenus() {
    let store = conversing([message(1, "네"), message(2, "아니요", from: mina)])
    store.arrange(.menu(.opened(.message(1))))
    #expect(labels(store) == ["답장", "복사", "상단에 고정", "신고", "차단"])
    #expect(Chat.sheet(store.state)?.emoji.map(\.label) == Chat.quickEmoji + ["＋"])
    store.arrange(.menu(.opened(.message(2))))
    #expect(labels(store) == ["답장", "복사", "수정", "상단에 고정", "삭제"])
    store.send(.menu(.dismissed)) { $0.sheet = nil }
  }

  @Test func aTombstoneHasNoMenu() {
    var gone = message(1, "")
    gone.isDeleted = true
    let store = conversing([gone])
    store.send(.menu(.opened(.message(1))))
    #expect(rows(store).contains("†삭제된 메시지입니다."))
  }

  @Test func hiddenMessagesAreNeverDrawnAndLeaveNoGap() {
    var hidden = message(2, "")
    hidden.isHidden = true
    let store = conversing([message(1, "하나"), hidden, message(3, "셋")])
    #expect(
      rows(store) == """
        --- 2026년 1월 5일 월요일
        < (한) 한지우: 하나 @ 오전 9:01
          < 셋 @ 오전 9:03
        """)
  }

  @Test func aMessageShowsAllThatItHolds() {
    var first = message(1, "@미나 https://maru.kr에서", at: minute(0))
    first.mentions = [mina.id]
    first.editedAt = minute(1)
    first.reactions = [
      Reaction(emoji: "👍", personIDs: [mina.id, han.id]), Reaction(emoji: "🙏", personIDs: [han.id]),
    ]
    var answer = message(2, "네", from: mina, at: minute(0))
    answer.replyTo = Quote(id: first.id, seq: 1, senderID: han.id, excerpt: "미나 님\n안녕하세요")
    let store = conversing([first, answer])
    #expect(
      rows(store) == """
        --- 2026년 1월 5일 월요일
        < (한) 한지우: «@미나» <https://maru.kr>에서 (수정됨) 👍2* 🙏1 @ 오전 9:00
        > {한지우: @미나 https://maru.kr에서} 네 [1] @ 오전 9:00
        """)
  }

  @Test func anEditIsDrawnAtOnceAndTheDraftComesBack() {
    let store = conversing([message(1, "둘시", from: mina)])
    store.arrange(.draftChanged("쓰던 말"))
    store.arrange(.menu(.edit(.message(1))))
    #expect(store.state.conversation?.draft == "둘시")
    #expect(ConversationModel(store.state)?.context?.title == "메시지 수정")
    store.arrange(.draftChanged("두시"))
    let calls = store.arrange(.sendTapped).calls
    #expect(calls == [.edit(room: roomA, message: ID("m1"), MessageEdit(content: "두시"))])
    #expect(rows(store).contains("> 두시 (수정됨)"))
    #expect(store.state.conversation?.draft == "쓰던 말")
  }

  @Test func aRefusedChangeIsSaidAndCanBeRepeatedOrDropped() {
    let store = conversing([message(1, "둘", from: mina)])
    store.arrange(.menu(.delete(1)))
    #expect(rows(store).contains("†삭제된 메시지입니다."))
    guard let id = store.state.openMachine?.operations.first?.id else { return }
    store.arrange(.answered(ChatTag.operate(roomA, id: id).tag, .failure(.refused(.notSender))))
    guard case .bubble(let bubble)? = store.state.conversation?.rows.last else { return }
    #expect(bubble.failedChange?.text == "삭제하지 못했어요")
    #expect(store.arrange(.menu(.retryChange(id: id))).calls == [.delete(room: roomA, message: ID("m1"))])
    store.arrange(.answered(ChatTag.operate(roomA, id: id).tag, .failure(.refused(.notSender))))
    store.arrange(.menu(.dropChange(id: id)))
    #expect(rows(store).contains("> 둘"))
    #expect(store.state.openMachine?.operations.isEmpty == true)
  }

  @Test func theSameEmojiTwiceTakesItAway() {
    let store = conversing([message(1, "네")])
    #expect(
      store.arrange(.menu(.react(1, emoji: "👍"))).calls
        == [.react(room: roomA, message: ID("m1"), emoji: "👍", isOn: true)])
    #expect(rows(store).contains("👍1*"))
    store.arrange(.menu(.react(1, emoji: "👍")))
    #expect(!rows(store).contains("👍"))
  }

  @Test func anAnswerCarriesItsOriginal() {
    let store = conversing([message(1, "언제 갈까요?")])
    store.arrange(.menu(.reply(1)))
    #expect(ConversationModel(store.state)?.context?.title == "한지우에게 답장")
    store.arrange(.draftChanged("세시"))
    guard case .send(_, let draft)? = store.arrange(.sendTapped).calls.first else {
      Issue.record("nothing is sent")
      return
    }
    #expect(draft.replyTo == ID("m1"))
    #expect(rows(store).contains("> {한지우: 언제 갈까요?} 세시"))
    #expect(ConversationModel(store.state)?.context == nil)
  }

  @Test func aNameIsOfferedInTheMakingAndTakenByEnter() {
    let store = conversing()
    for begun in ["@", "@ㅎ", "@하", "@한", "안녕 @한지"] {
      store.arrange(.draftChanged(begun))
      #expect(ConversationModel(store.state)?.suggestions.map(\.name) == ["한지우"], "\(begun)")
    }
    store.arrange(.compose(.enterPressed))
    #expect(store.state.conversation?.draft == "안녕 @한지우 ")
    #expect(ConversationModel(store.state)?.suggestions.isEmpty == true)
    for other in ["한", "a@한", "@두", "@한지우"] {
      store.arrange(.draftChanged(other))
      #expect(ConversationModel(store.state)?.suggestions.isEmpty == true, "\(other)")
    }
    guard case .send(_, let draft)? = store.arrange(.compose(.enterPressed)).calls.first else {
      Issue.record("nothing is sent")
      return
    }
    #expect(draft.mentions == [han.id])
  }

  @Test func escapeSendsTheOfferedNamesAway() {
    let store = conversing()
    store.arrange(.draftChanged("@한"))
    store.arrange(.compose(.mentionsHidden))
    #expect(ConversationModel(store.state)?.suggestions.isEmpty == true)
    #expect(!store.arrange(.compose(.enterPressed)).calls.isEmpty)
  }

  @Test func aBlockIsShownInPlaceOfTheField() {
    let store = conversing([message(1, "네")])
    #expect(store.arrange(.menu(.block(han.id, true))).calls == [.block(person: han.id, isBlocked: true)])
    #expect(ConversationModel(store.state)?.blocked == nil)
    store.arrange(.answered(ChatTag.block(han.id, true).tag, .success(.empty)))
    #expect(ConversationModel(store.state)?.blocked?.text == "차단한 사람이에요")
    store.arrange(.answered(ChatTag.block(han.id, false).tag, .success(.empty)))
    #expect(ConversationModel(store.state)?.blocked == nil)
  }

  @Test func aQuoteShowsWhatItsMessageSaysByNow() {
    let first = message(1, "두시")
    var answer = message(2, "네", from: mina)
    answer.replyTo = Quote(id: first.id, seq: 1, senderID: han.id, excerpt: "두시")
    let store = conversing([first, answer])
    var edited = first
    edited.content = "세시"
    edited.version = 3
    edited.editedAt = minute(3)
    store.arrange(.messageArrived(edited))
    #expect(rows(store).contains("{한지우: 세시} 네"))
    var deleted = edited
    deleted.isDeleted = true
    deleted.version = 4
    store.arrange(.messageArrived(deleted))
    #expect(rows(store).contains("{한지우: 삭제된 메시지입니다.} 네"))
    // Where the message is not known, what came with the answer is shown.
    var far = message(9, "그래요", from: mina)
    far.replyTo = Quote(id: ID("m7"), seq: 7, senderID: han.id, excerpt: "언제요?")
    store.arrange(.messageArrived(far))
    #expect(rows(store).contains("{한지우: 언제요?} 그래요"))
  }

  @Test func aReportMayHaveANote() {
    let store = conversing([message(1, "네")])
    store.arrange(.menu(.shown(.reasons(1))))
    #expect(Chat.sheet(store.state)?.field?.text == "")
    store.arrange(.menu(.noted("어제도 그랬어요")))
    #expect(Chat.sheet(store.state)?.field?.text == "어제도 그랬어요")
    let report = Report(reason: .spam, note: "어제도 그랬어요")
    #expect(store.arrange(.menu(.report(1, .spam))).calls == [.report(message: ID("m1"), report)])
    store.arrange(.menu(.shown(.reasons(1))))
    #expect(Chat.sheet(store.state)?.field?.text == "")
  }

  @Test func rowsDifferWhereTheyAreDrawnOtherwise() {
    func bubble(_ change: (inout Message) -> Void) -> ConversationRow? {
      var message = message(1, "네")
      change(&message)
      return conversing([message]).state.conversation?.rows.last
    }
    let plain = bubble { _ in }
    #expect(plain == bubble { _ in })
    #expect(plain != bubble { $0.content = "네!" })
    #expect(plain != bubble { $0.isDeleted = true })
    #expect(plain != bubble { $0.editedAt = minute(2) })
    #expect(plain != bubble { $0.reactions = [Reaction(emoji: "👍", personIDs: [han.id])] })
    #expect(
      bubble { $0.reactions = [Reaction(emoji: "👍", personIDs: [han.id])] }
        != bubble { $0.reactions = [Reaction(emoji: "👍", personIDs: [mina.id])] })
    let picture = Attachment(path: "/data/chats/a.png", kind: .image, name: "a.png", size: 1, width: 10, height: 10)
    var wide = picture
    wide.width = 200
    #expect(plain != bubble { $0.attachments = [picture] })
    #expect(bubble { $0.attachments = [picture] } != bubble { $0.attachments = [wide] })
  }

  @Test func blocksAreAskedForOnceASession() {
    let store = started()
    #expect(store.arrange(.connected).calls.contains(.blocks))
    store.arrange(.answered(ChatTag.blocks.tag, .success(.people([han]))))
    store.arrange(.disconnected)
    #expect(!store.arrange(.connected).calls.contains(.blocks))
    #expect(store.state.blocked == [han.id])
  }

  @Test func whatFailsIsSaid() {
    let store = conversing([message(1, "네")])
    store.arrange(.menu(.report(1, .spam)))
    store.arrange(.answered(ChatTag.report.tag, .failure(.unreachable)))
    #expect(store.state.noticeText == "연결할 수 없어요. 잠시 후 다시 시도해 주세요.")
    store.arrange(.answered(ChatTag.report.tag, .success(.empty)))
    #expect(store.state.noticeText == "신고했어요")
    store.arrange(.timerFired(ChatTag.noticeTimer.tag))
    #expect(store.state.noticeText == nil)
  }

  @Test func allReadIsToldUntilTheServerAnswers() {
    let known = room(last: message(1, "네"), unread: 1)
    let store = started(rooms: [known])
    let call = Effect.call(.markAllRead([RoomRead(room: roomA, seq: 1)]), ChatTag.allRead.tag)
    #expect(store.arrange(.allReadTapped) == [write("s/" + roomA.text, "1"), call])
    #expect(store.state.unreadTotal == 0)
    let effects = store.arrange(.answered(ChatTag.allRead.tag, .failure(.unreachable)))
    #expect(effects.contains { if case .startTimer(milliseconds: _, ChatTag.allRead.tag) = $0 { true } else { false } })
    #expect(store.arrange(.timerFired(ChatTag.allRead.tag)) == [call])
    store.arrange(.answered(ChatTag.allRead.tag, .failure(.unreachable)))
    store.arrange(.connected)
    #expect(store.arrange(.answered(ChatTag.rooms.tag, .success(.rooms([known])))).contains(call))
    #expect(store.state.unreadTotal == 0)
    let refused = store.arrange(.answered(ChatTag.allRead.tag, .failure(.refused(.badRequest))))
    #expect(refused.calls == [.rooms])
    #expect(store.state.unreadTotal == 1)
  }

  @Test func unsentMessagesAreCountedInAllRooms() {
    let store = conversing()
    #expect(store.state.unsentCount == 0)
    store.arrange(.disconnected)
    store.arrange(.draftChanged("나중에"))
    store.arrange(.sendTapped)
    #expect(store.state.unsentCount == 1)
  }
}
