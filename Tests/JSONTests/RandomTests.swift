import JSON
import Seeded
import Testing

@Suite struct RandomTests {
  @Test func randomBytesNeverTrap() {
    var generator = SeededRandom(seed: 1)
    for _ in 0..<10_000 {
      let bytes = (0..<generator.below(24)).map { _ in UInt8.random(in: 0...255, using: &generator) }
      check(bytes)
    }
  }

  @Test func randomPiecesNeverTrap() {
    var generator = SeededRandom(seed: 2)
    let pieces =
      ["{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "d83d", "\\ude00", "0", "-", ".", "e", "1", "tru", "e"]
      .map { Array($0.utf8) } + [[0xF0, 0x9F], [0xED], [0x98, 0x80], [0x20], [0x0A]]
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<generator.below(16) { bytes += pieces[generator.below(pieces.count)] }
      check(bytes)
    }
  }

  @Test func changedTextsNeverTrap() {
    var generator = SeededRandom(seed: 3)
    let text = #"{"chat_id":"0f","seq":12,"content":"안녕 \ud83d\ude00\n","files":[],"sender":{"nick":null,"n":-1.5e3}}"#
    for _ in 0..<20_000 {
      var bytes = Array(text.utf8)
      for _ in 0...generator.below(3) {
        let place = generator.below(bytes.count)
        switch generator.below(3) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[generator.below(bytes.count)], at: place)
        }
      }
      check(bytes)
    }
  }

  @Test func randomValuesReadBack() throws {
    var generator = SeededRandom(seed: 4)
    for _ in 0..<1_000 {
      let value = randomValue(depth: 4, &generator)
      #expect(try JSONValue(parsing: value.bytes) == value)
    }
  }

  /// A text either fails inside its bounds, or what was read prints as a text of the same value.
  private func check(_ bytes: [UInt8]) {
    do {
      let value = try JSONValue(parsing: bytes)
      let again = try JSONValue(parsing: value.bytes)
      if again != value { Issue.record("\(bytes)") }
    } catch {
      if error.offset < 0 || error.offset > bytes.count { Issue.record("\(bytes): \(error)") }
    }
  }

  private func randomValue(depth: Int, _ generator: inout SeededRandom) -> JSONValue {
    switch generator.below(depth > 0 ? 6 : 4) {
    case 0: .null
    case 1: .bool(Bool.random(using: &generator))
    case 2: .integer(Int64.random(in: .min ... .max, using: &generator))
    case 3: .string(randomText(&generator))
    case 4: .array((0..<generator.below(5)).map { _ in randomValue(depth: depth - 1, &generator) })
    default: randomObject(depth: depth - 1, &generator)
    }
  }

  private func randomObject(depth: Int, _ generator: inout SeededRandom) -> JSONValue {
    var object = JSONObject()
    for _ in 0..<generator.below(24) {
      object[randomText(&generator)] = generator.below(4) == 0 ? randomValue(depth: depth, &generator) : 1
    }
    return .object(object)
  }

  private func randomText(_ generator: inout SeededRandom) -> String {
    let alphabet = ["a", "\"", "\\", "\n", "\u{0}", "é", "한", "😀", "/", "\u{2028}", " "]
    return (0..<generator.below(6)).map { _ in alphabet[generator.below(alphabet.count)] }.joined()
  }
}
