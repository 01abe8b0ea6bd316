import JSON

extension SocketPacket {
  /// Reads a packet from the data of an Engine.IO message (without the leading `4`).
  public init(parsing text: [UInt8]) throws(SocketIOError) {
    guard let type = text.first else { throw .empty }
    guard (0x30...0x36).contains(type), let kind = Kind(rawValue: type - 0x30) else { throw .unknownType }
    self.init(kind)
    var index = 1
    if kind == .binaryEvent || kind == .binaryAck {
      guard let count = Self.number(text, &index), index < text.count, text[index] == 0x2D else {
        throw .invalidNumber
      }
      guard count <= Int64(Self.maximumAttachments) else { throw .tooManyAttachments }
      attachments = Int(count)
      index += 1
    }
    if index < text.count, text[index] == 0x2F { namespace = try Self.namespace(text, &index) }
    if index < text.count, (0x30...0x39).contains(text[index]) {
      guard let id = Self.number(text, &index) else { throw .invalidNumber }
      self.id = id
    }
    if index < text.count {
      // A CONNECT without data may end in a bare number elsewhere; here only a JSON text may follow.
      guard let value = try? JSONValue(parsing: Array(text[index...])) else { throw .invalidPayload }
      payload = value
    }
    guard isValid else { throw .invalidPayload }
  }

  /// The digits at `index`; nil for none or more than a client ever needs.
  private static func number(_ text: [UInt8], _ index: inout Int) -> Int64? {
    let start = index
    var value: Int64 = 0
    while index < text.count, (0x30...0x39).contains(text[index]) {
      guard index - start < 15 else { return nil }
      value = value * 10 + Int64(text[index] - 0x30)
      index += 1
    }
    return index > start ? value : nil
  }

  /// The name up to a comma or the end; a query behind it is dropped, as older clients send one.
  private static func namespace(_ text: [UInt8], _ index: inout Int) throws(SocketIOError) -> String {
    let end = text[index...].firstIndex(of: 0x2C) ?? text.count
    var name = text[index..<end]
    index = min(end + 1, text.count)
    if let query = name.firstIndex(of: 0x3F) { name = name[..<query] }
    guard name.count <= 200, name.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .invalidNamespace }
    return String(decoding: name, as: UTF8.self)
  }

  /// Whether every placeholder of the payload names one of the binary parts.
  var hasLegalPlaceholders: Bool { payload.map { Self.isLegal($0, attachments) } ?? true }

  private static func isLegal(_ value: JSONValue, _ count: Int) -> Bool {
    if let list = value.array { return list.allSatisfy { isLegal($0, count) } }
    guard let object = value.object else { return true }
    if value.bool(at: "_placeholder") == true {
      guard let number = value.int64(at: "num") else { return false }
      return number >= 0 && number < Int64(count)
    }
    return object.members.allSatisfy { isLegal($0.value, count) }
  }

  private var isValid: Bool {
    switch kind {
    case .connect: return payload == nil || payload?.object != nil
    case .disconnect: return payload == nil
    case .connectError: return payload?.object != nil || payload?.string != nil
    case .event, .binaryEvent: return payload?.array?.first?.string.map { !Self.isReserved($0) } ?? false
    case .ack, .binaryAck: return payload?.array != nil && id != nil
    }
  }

  /// Names that a Socket.IO client raises itself and that may therefore not come from the other side.
  private static func isReserved(_ name: String) -> Bool {
    switch name {
    case "connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener": true
    default: false
    }
  }
}
