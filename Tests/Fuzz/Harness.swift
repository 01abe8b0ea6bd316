import Compression
import Crypto
import Domain
import Glibc
import HTTPServer
import JSON
import SocketIO
import Tokens
import Wire

// What libFuzzer calls with bytes of its making; the variable MARU_FUZZ_PARSER names who reads them. A trap, a report
// of the address sanitizer or a broken round trip is a find. Built and run by scripts/fuzz.py.

private let parser = getenv("MARU_FUZZ_PARSER").map { String(cString: $0) } ?? ""

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  switch parser {
  case "http": readHTTP(bytes)
  case "websocket": readWebSocket(bytes)
  case "socketio": readSocketIO(bytes)
  case "engineio": readEngineIO(bytes)
  case "multipart": readMultipart(bytes)
  case "json": readJSON(bytes)
  case "token": readToken(bytes)
  default: fatalError("MARU_FUZZ_PARSER names no parser")
  }
  return 0
}

/// The first byte says how the rest is cut into reads.
private func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
  guard let first = bytes.first else { return [] }
  let size = first == 0 ? max(bytes.count, 1) : Int(first)
  return stride(from: 1, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
}

private func readHTTP(_ bytes: [UInt8]) {
  var parser = RequestParser(limits: HTTPLimits())
  for piece in pieces(bytes) {
    var position = 0
    while position < piece.count {
      let before = position
      switch parser.receive(piece.span, &position) {
      case .failed: return
      case .needsMore: precondition(position == piece.count)
      default: precondition(position >= before)
      }
    }
  }
}

private func readWebSocket(_ bytes: [UInt8]) {
  for side in [WebSocketDecoder.Side.server, .client] {
    var decoder = WebSocketDecoder(side, maximumMessage: 1 << 16, compression: true)
    for piece in pieces(bytes) {
      for event in decoder.receive(piece) {
        switch event {
        case .text(let text): precondition(UTF8Validator.isValid(text) && text.count <= 1 << 16)
        case .compressed(let small, _):
          if let message = try? Deflate.expand(small, limit: 1 << 16) { precondition(message.count <= 1 << 16) }
        default: break
        }
      }
    }
  }
}

private func readSocketIO(_ bytes: [UInt8]) {
  if let packet = try? SocketPacket(parsing: bytes) {
    guard let again = try? SocketPacket(parsing: Array(packet.message.dropFirst())) else {
      fatalError("a packet that was printed is read again")
    }
    precondition(again == packet)
  }
  var machine = ServerSessionMachine(.webSocket, settings: EngineSettings(), now: 0)
  for part in bytes.split(separator: 0x0A) {
    for case .authorize(let namespace, let attempt, _) in machine.receive(.socketText(Array(part)), now: 0) {
      let answer = ServerSessionMachine.Event.accepted(namespace: namespace, attempt: attempt, id: "m", greetings: [])
      _ = machine.receive(answer, now: 0)
    }
    _ = machine.receive(.socketBinary([1]), now: 0)
  }
}

private func readEngineIO(_ bytes: [UInt8]) {
  if let packets = try? EnginePayload.parse(bytes) {
    precondition((try? EnginePayload.parse(EnginePayload.join(packets.map(\.text)))) == packets)
  }
  var client = ClientPollingMachine(upgrades: true)
  _ = client.receive(.started)
  _ = client.receive(.polled(status: 200, body: bytes))
  var session = ClientSessionMachine()
  _ = session.receive(.socketOpened)
  for part in bytes.split(separator: 0x1E) {
    _ = session.receive(.socketReceived(String(decoding: part, as: UTF8.self)))
  }
}

private func readMultipart(_ bytes: [UInt8]) {
  let type = "multipart/form-data; boundary=b"
  _ = try? MultipartForm(parsing: bytes, contentType: type)
  _ = try? MultipartForm(
    parsing: Array("--b\r\n\r\n\r\n--b--".utf8), contentType: String(decoding: bytes, as: UTF8.self))
}

private func readJSON(_ bytes: [UInt8]) {
  guard let value = try? JSONValue(parsing: bytes) else { return }
  guard let again = try? JSONValue(parsing: value.bytes) else { fatalError("a value that was printed is read again") }
  precondition(again == value)
}

private let tokenKey = TokenKey(bytes: Array(0..<32))
private let mint = TokenMint(keys: [tokenKey])
private let tokenHeader = String(mint.mint(claimsToBegin).prefix { $0 != "." })
private let claimsToBegin = TokenClaims(
  person: ID("p"), session: "s", generation: 1, use: .access, app: .eyemon, issuedAt: 1, expiresAt: 2)

/// As it came, which nobody has signed; and as the body of a token that is signed with the right key.
private func readToken(_ bytes: [UInt8]) {
  precondition(mint.read(String(decoding: bytes, as: UTF8.self)) == nil, "nobody but the mint makes tokens")
  let signed = tokenHeader + "." + Base64URL.encode(bytes)
  let signature = Base64URL.encode(Hashing.hmacSHA256(Array(signed.utf8), key: tokenKey.bytes))
  if let claims = mint.read(signed + "." + signature) {
    precondition(mint.read(mint.mint(claims)) == claims, "what was read is minted again")
    precondition(claims.expiresAt.multipliedReportingOverflow(by: 1_000).overflow == false)
  }
  if let keys = TokenKeys.parse(String(decoding: bytes, as: UTF8.self)) {
    precondition(keys.first?.until == nil && !keys.isEmpty)
  }
}
