/// What host.js tells us. Crosses as a number; the table in host.js stands in the same order.
enum HostEvent: Int32, CaseIterable {
  case started, frame, httpAnswered, httpFailed, timerFired, recordsRead, recordsWritten, recordsFailed, storeChanged
  case socketOpened, socketReceived, socketClosed, pathChanged, visibilityChanged, onlineChanged
  case uploadMoved, uploadEnded, fileNotKept, fileRefused, accessRefused, wished, told, pushTold
  // Of the page, in the order of `EventName`; the composer comes with an event of its own.
  case click, input, change, submit, scroll, focus, blur, key, composer, menu, files
}

/// An event with its operands; what they mean depends on the kind.
struct Delivery {
  var kind: HostEvent
  /// A ticket or the handle of an element.
  var id: Int32
  var a: Int32
  var b: Int32
  var c: Int32
  var inbox: Inbox
}

// Exports cannot be generic: the one runtime of the page leaves its entrance here.
nonisolated(unsafe) var deliverToRuntime: (Delivery) -> Int32 = { _ in 0 }

#if arch(wasm32)
  nonisolated(unsafe) private var scratch: [UInt8] = []

  /// Room for the parts of the next delivery.
  @_expose(wasm, "scratch") @_cdecl("maru_scratch")
  public func makeScratch(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
    scratch = [UInt8](repeating: 0, count: Int(count))
    return scratch.withUnsafeMutableBufferPointer { $0.baseAddress }
  }

  /// The last operand counts the bytes that were written into the scratch room.
  @_expose(wasm, "deliver") @_cdecl("maru_deliver")
  public func deliver(_ kind: Int32, _ id: Int32, _ a: Int32, _ b: Int32, _ c: Int32, _ count: Int32) -> Int32 {
    guard let kind = HostEvent(rawValue: kind) else { return 0 }
    let bytes = count > 0 ? Array(scratch.prefix(Int(count))) : []
    if count > 0 { scratch = [] }
    return deliverToRuntime(Delivery(kind: kind, id: id, a: a, b: b, c: c, inbox: Inbox(bytes)))
  }
#endif
