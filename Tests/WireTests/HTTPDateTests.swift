import Testing
import Wire

@Suite struct HTTPDateTests {
  private let instant = Timestamp(milliseconds: 784_111_777_000)

  @Test func theFormInUseIsWritten() {
    #expect(HTTPDate.text(instant) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.text(Timestamp(milliseconds: 999)) == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(HTTPDate.text(Timestamp(milliseconds: .max)).hasSuffix("9999 23:59:59 GMT"))
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func allThreeFormsAreRead(_ text: String) { #expect(HTTPDate.read(text) == instant) }

  @Test(arguments: [
    "", "x", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 31 Feb 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT", "Sun Nov 6",
    "1994-11-06T08:49:37Z", "Sun, -6 Nov 1994 08:49:37 GMT",
  ])
  func allElseIsNoDate(_ text: String) { #expect(HTTPDate.read(text) == nil) }

  @Test func whatIsWrittenIsReadBack() {
    for second in stride(from: Int64(0), to: 4_000_000_000, by: 77_777_777) {
      let instant = Timestamp(milliseconds: second * 1_000)
      #expect(HTTPDate.read(HTTPDate.text(instant)) == instant)
    }
  }
}
