import JSON
import Testing

@Suite struct WriterTests {
  @Test func putsCommasBetween() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("a")
    writer.beginArray()
    writer.integer(-1)
    writer.null()
    writer.beginArray()
    writer.endArray()
    writer.beginObject()
    writer.endObject()
    writer.bool(true)
    writer.endArray()
    writer.name("b")
    writer.string("x")
    writer.name("c")
    writer.value(["d": [false, "e"]])
    writer.name("f")
    writer.integer(.min)
    writer.endObject()
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"a":[-1,null,[],{},true],"b":"x","c":{"d":[false,"e"]},"f":-9223372036854775808}"#)
  }

  @Test func escapesOnlyWhatMustBe() {
    #expect(JSONValue.string("\"\\/\u{7F}\u{80}\u{2028}é😀").text == "\"\\\"\\\\/\u{7F}\u{80}\u{2028}é😀\"")
    #expect(JSONValue.string("\u{8}\t\n\u{C}\r").text == #""\b\t\n\f\r""#)
    #expect(JSONValue.string("\u{0}\u{1}\u{B}\u{1A}\u{1F}").text == #""\u0000\u0001\u000b\u001a\u001f""#)
    #expect(JSONValue.object(["\n\"": 1]).text == #"{"\n\"":1}"#)
    #expect(JSONValue.string("").text == #""""#)
  }

  @Test func everyCharacterReadsBack() throws {
    for value in stride(from: UInt32(0), to: 0x11_0000, by: 97) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a" + String(scalar) + "b"
      let read = try JSONValue(parsing: JSONValue.string(text).bytes).string
      guard let read, Array(read.utf8) == Array(text.utf8) else {
        Issue.record("U+\(String(value, radix: 16))")
        return
      }
    }
  }
}
