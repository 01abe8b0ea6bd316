import ChatSync
import Domain
import Testing

@Suite struct MessageLogTests {
  private func log(_ seqs: [Int64]) -> MessageLog {
    var log = MessageLog()
    for seq in seqs { log.merge([message(seq)]) }
    return log
  }

  private func deleted(_ seq: Int64, version: Int64) -> Message {
    var message = message(seq, version: version)
    message.isDeleted = true
    return message
  }

  private func quoting(_ seq: Int64, _ quoted: Int64) -> Message {
    var message = message(seq)
    message.replyTo = Quote(id: ID("m\(quoted)"), seq: quoted, senderID: doctor.id, excerpt: "비밀", fileKind: .image)
    return message
  }

  @Test(arguments: [[1, 2, 3], [3, 2, 1], [2, 3, 1, 2], [1, 3, 2, 3]] as [[Int64]])
  func orderIsSeqWhateverComesFirst(_ seqs: [Int64]) {
    let log = log(seqs)
    #expect(log.messages.map(\.seq) == [1, 2, 3])
    #expect(!log.hasGap)
  }

  @Test func missingNumberIsAGap() {
    let log = log([1, 2, 5, 6])
    #expect(log.hasGap)
    #expect(log.tailStart == 2)
    #expect((0..<4).map { log.isContiguous(at: $0) } == [true, true, false, true])
  }

  @Test func firstKnownMessageProvesNothingAboutTheBeginning() {
    let log = log([7, 8])
    #expect(log.hasGap)
    #expect(log.tailStart == 0)
    #expect(!log.isContiguous(at: 0))
  }

  @Test(arguments: [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]])
  func deleteBeatsEditBeatsCreateInAnyOrder(_ order: [Int]) {
    var edited = message(1, "고침", version: 2)
    edited.editedAt = instant(5)
    let states = [message(1, "처음"), edited, deleted(1, version: 3)]
    var log = MessageLog()
    for index in order { log.merge([states[index - 1]]) }
    #expect(log.messages.map(\.isDeleted) == [true])
    #expect(log.messages.map(\.content) == [""])
    log = MessageLog()
    for index in order where index < 3 { log.merge([states[index - 1]]) }
    #expect(log.messages.map(\.content) == ["고침"])
  }

  @Test func nothingBringsBackWhatWent() {
    var log = MessageLog()
    log.merge([deleted(1, version: 2)])
    #expect(log.merge([message(1, "되살림", version: 9)]).isEmpty)
    var hidden = message(2, "숨김")
    hidden.isHidden = true
    log.merge([hidden])
    log.merge([deleted(2, version: 9)])
    #expect(log.messages.map(\.isHidden) == [false, true])
    #expect(log.messages.map(\.content) == ["", ""])
  }

  @Test func anotherMessageUnderAKnownNumberIsRefused() {
    var log = log([1])
    var other = message(1, "다른 글", version: 8)
    other.id = ID("elsewhere")
    #expect(log.merge([other]).isEmpty)
  }

  @Test func quotesOfWhatWentAreBlankWhicheverComesFirst() {
    var log = MessageLog()
    log.merge([message(1), quoting(2, 1)])
    #expect(log.merge([deleted(1, version: 3)]).map(\.seq) == [1, 2])
    log.merge([quoting(4, 1)])
    for seq in [2, 4] as [Int64] {
      #expect(
        log.message(at: seq)?.replyTo == Quote(id: ID("m1"), seq: 1, senderID: doctor.id, excerpt: "", isDeleted: true))
    }
  }

  @Test func wholePagesGoBetweenKnownMessages() {
    var log = log([1, 2, 50, 51])
    log.merge((10...40).map { message($0) })
    log.merge((1...49).map { message($0) })
    #expect(log.messages.map(\.seq) == Array(1...51))
    #expect(!log.hasGap)
  }

  @Test func numbersOutsideOfAllRoomsAreRefused() {
    var log = MessageLog()
    for seq in [0, -4, 1 << 54, .max, .min] as [Int64] { log.merge([message(1, version: 1), message(seq)]) }
    #expect(log.messages.map(\.seq) == [1])
  }

  @Test func positionIsTheFirstAtOrAbove() {
    let log = log([2, 4, 6])
    #expect([0, 2, 3, 4, 6, 7].map { log.position(of: $0) } == [0, 0, 1, 1, 2, 3])
  }
}
