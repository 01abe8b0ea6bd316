import Storage
import Testing
import Wire

@testable import Files

@Suite struct OpeningRegistryTests {
  private let registry = OpeningRegistry()

  private func key(_ person: Int64 = 1, variant: String = "original", address: String = "a") -> OpeningRegistry.Key {
    OpeningRegistry.Key(
      caller: FileCaller(person: RowID(person), session: RowID(1), address: address), file: RowID(1), variant: variant)
  }

  private func at(_ minutes: Int64) -> Timestamp { Timestamp(milliseconds: minutes * 60_000) }

  @Test func onlyWhatIsRecordedGoesOn() {
    #expect(!registry.goesOn(key(), at: at(0)))
    #expect(!registry.goesOn(key(), at: at(0)))
    registry.began(key(), at: at(0))
    #expect(registry.goesOn(key(), at: at(1)))
    for other in [key(2), key(variant: "width=320"), key(address: "b")] { #expect(!registry.goesOn(other, at: at(1))) }
  }

  @Test func anOpeningEndsWithAPauseOrAnHour() {
    registry.began(key(), at: at(0))
    #expect(!registry.goesOn(key(), at: at(5)))
    registry.began(key(), at: at(10))
    for minute in stride(from: Int64(12), to: 70, by: 2) { #expect(registry.goesOn(key(), at: at(minute))) }
    #expect(!registry.goesOn(key(), at: at(70)))
  }

  @Test func aClockThatStepsBackRecordsAgain() {
    registry.began(key(), at: at(10))
    #expect(!registry.goesOn(key(), at: at(9)))
  }
}

@Suite struct LinkMintTests {
  private let mint = LinkMint(key: [UInt8](repeating: 1, count: 32))
  private let claims = LinkMint.Claims(
    person: RowID(7), session: RowID(8), file: "ab.jpg", expiresAt: Timestamp(milliseconds: 99))

  @Test func aTokenReadsBackHereAndNowhereElse() {
    let token = mint.token(claims)
    #expect(mint.read(token) == claims)
    #expect(LinkMint(key: [UInt8](repeating: 2, count: 32)).read(token) == nil)
    #expect(mint.token(claims) != token, "nothing in it can be recognised")
  }

  @Test func aChangedTokenIsNone() {
    let token = Array(mint.token(claims).utf8)
    for index in token.indices {
      var changed = token
      changed[index] = changed[index] == 0x41 ? 0x42 : 0x41
      #expect(mint.read(String(decoding: changed, as: UTF8.self)) == nil)
    }
    for text in ["", ".", "a.b", "a.b.c", String(decoding: token.dropLast(), as: UTF8.self)] {
      #expect(mint.read(text) == nil)
    }
  }
}
