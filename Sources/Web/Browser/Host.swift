import CWasm

/// What host.js can be asked for. Crosses as a number; the table in host.js stands in the same order.
enum HostOperation: Int32, CaseIterable {
  case requestFrame, startTimer, cancel, fetch
  case openStore, eraseStore, readRecords, writeRecords
  case openSocket, sendSocket, closeSocket
  case pushPath, replacePath, goBack
  case savePreference, focus, scrollToEnd, announce, setDocument, reveal, copy
  // Of desk.js.
  case setAccess, upload, cancelUpload, dropFiles, pruneFiles, erasePictures, openFile, pushLayer
  // Of annex.js.
  case ask, wish, admitSignIn, tellAnnex, push
}

/// Which app the page is, of those that its program can be: counted from 0, in the order of host.js.
public func appOfPage() -> Int { Int(hostApp()) }

#if arch(wasm32)
  @_extern(wasm, module: "host", name: "perform") @_extern(c, "host_perform")
  func hostPerform(
    _ operation: Int32, _ ticket: Int32, _ number: Int32, _ lengths: UnsafePointer<Int32>?, _ count: Int32,
    _ text: UnsafePointer<UInt8>?, _ textCount: Int32, _ body: UnsafePointer<UInt8>?, _ bodyCount: Int32)

  @_extern(wasm, module: "host", name: "patch") @_extern(c, "host_patch")
  func hostPatch(
    _ words: UnsafePointer<Int32>?, _ count: Int32, _ text: UnsafePointer<UInt8>?, _ textCount: Int32)

  /// Milliseconds since 1970.
  @_extern(wasm, module: "host", name: "now") @_extern(c, "host_now")
  func hostNow() -> Double

  @_extern(wasm, module: "host", name: "app") @_extern(c, "host_app")
  func hostApp() -> Int32

  @_extern(wasm, module: "host", name: "random") @_extern(c, "host_random")
  func hostRandom(_ bytes: UnsafeMutableRawPointer, _ count: Int32)
#else
  // Outside the browser the calls are written down, for tests.
  nonisolated(unsafe) var hostCalls: [(operation: HostOperation, ticket: Int32, number: Int32, texts: [String])] = []
  nonisolated(unsafe) var hostPatches = 0
  nonisolated(unsafe) var hostClock: Double = 0

  func hostPerform(
    _ operation: Int32, _ ticket: Int32, _ number: Int32, _ lengths: UnsafePointer<Int32>?, _ count: Int32,
    _ text: UnsafePointer<UInt8>?, _ textCount: Int32, _ body: UnsafePointer<UInt8>?, _ bodyCount: Int32
  ) {
    guard let operation = HostOperation(rawValue: operation) else { return }
    var units = Array(String(decoding: UnsafeBufferPointer(start: text, count: Int(textCount)), as: UTF8.self).utf16)
    var texts: [String] = []
    for length in UnsafeBufferPointer(start: lengths, count: Int(count)) {
      texts.append(String(decoding: units.prefix(Int(length)), as: UTF16.self))
      units.removeFirst(Int(length))
    }
    hostCalls.append((operation: operation, ticket: ticket, number: number, texts: texts))
  }

  func hostPatch(_ words: UnsafePointer<Int32>?, _ count: Int32, _ text: UnsafePointer<UInt8>?, _ textCount: Int32) {
    hostPatches += 1
  }

  func hostNow() -> Double { hostClock }

  func hostApp() -> Int32 { 0 }

  func hostRandom(_ bytes: UnsafeMutableRawPointer, _ count: Int32) {
    bytes.initializeMemory(as: UInt8.self, repeating: 7, count: Int(count))
  }
#endif
