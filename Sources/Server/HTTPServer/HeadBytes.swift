/// Small readers of ASCII in spans, shared by the parsers of head, chunks and ranges.

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

@inline(__always)
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

/// Bytes that may stand nowhere in a head: controls other than the tabulator, and DEL.
@inline(__always)
func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }

func text(_ bytes: Span<UInt8>) -> String {
  bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
}

/// `lowercase` must be lower case.
func equalIgnoringCase(_ bytes: Span<UInt8>, _ lowercase: StaticString) -> Bool {
  guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
  let expected = lowercase.utf8Start
  for index in bytes.indices {
    let byte = bytes[index]
    let folded = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    guard folded == expected[index] else { return false }
  }
  return true
}

/// Ignores ASCII case, as schemes do.
func hasPrefix(_ bytes: Span<UInt8>, _ lowercase: StaticString) -> Bool {
  let count = lowercase.utf8CodeUnitCount
  return bytes.count >= count && equalIgnoringCase(bytes.extracting(..<count), lowercase)
}

/// The elements of a comma-separated list without the blanks around them; empty ones too.
func forEachElement(_ list: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
  var start = 0
  for index in 0...list.count where index == list.count || list[index] == 0x2C {
    var first = start
    var end = index
    while first < end, isBlank(list[first]) { first += 1 }
    while end > first, isBlank(list[end - 1]) { end -= 1 }
    body(list.extracting(first..<end))
    start = index + 1
  }
}
