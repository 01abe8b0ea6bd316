/// A header value with parameters, such as `form-data; name="a"` (RFC 9110 section 5.6.6, RFC 7578 section 4.2).
public struct HeaderValue: Equatable, Sendable {
  /// What stands before the first semicolon, in ASCII lower case.
  public let value: String
  public let parameters: [Parameter]

  public struct Parameter: Equatable, Sendable {
    /// In ASCII lower case.
    public let name: String
    public let value: String
  }

  /// Never fails: a part that is no parameter is left out.
  public init(parsing text: String) {
    var reader = HeaderValueReader(bytes: Array(text.utf8))
    value = reader.readValue()
    parameters = reader.readParameters()
  }

  /// The first parameter of that name (lower case).
  public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}

private struct HeaderValueReader {
  let bytes: [UInt8]
  var offset = 0

  mutating func readValue() -> String { lowercase(token(until: [UInt8(ascii: ";")])) }

  mutating func readParameters() -> [HeaderValue.Parameter] {
    var parameters: [HeaderValue.Parameter] = []
    while offset < bytes.count {
      offset += 1
      let name = lowercase(token(until: [UInt8(ascii: ";"), UInt8(ascii: "=")]))
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else { continue }
      offset += 1
      parameters.append(HeaderValue.Parameter(name: name, value: parameterValue()))
    }
    return parameters
  }

  /// Up to one of these bytes, without blanks around it.
  private mutating func token(until ends: [UInt8]) -> ArraySlice<UInt8> {
    let start = offset
    while offset < bytes.count, !ends.contains(bytes[offset]) { offset += 1 }
    var token = bytes[start..<offset].drop { $0 == 0x20 || $0 == 0x09 }
    while let last = token.last, last == 0x20 || last == 0x09 { token.removeLast() }
    return token
  }

  private mutating func parameterValue() -> String {
    while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
      return String(decoding: token(until: [UInt8(ascii: ";")]), as: UTF8.self)
    }
    let value = quoted()
    _ = token(until: [UInt8(ascii: ";")])
    return value
  }

  /// A backslash escapes a quotation mark or another backslash only: file names of some clients hold bare ones.
  private mutating func quoted() -> String {
    var value: [UInt8] = []
    offset += 1
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      if bytes[offset] == UInt8(ascii: "\\"), offset + 1 < bytes.count,
        bytes[offset + 1] == UInt8(ascii: "\\") || bytes[offset + 1] == UInt8(ascii: "\"")
      {
        offset += 1
      }
      value.append(bytes[offset])
      offset += 1
    }
    if offset < bytes.count { offset += 1 }
    return String(decoding: value, as: UTF8.self)
  }

  private func lowercase(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { asciiLowercase($0) }, as: UTF8.self)
  }
}
