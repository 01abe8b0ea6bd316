import Crypto
import Domain
import Storage
import Wire

/// Signs links that open one file for one person without a header.
struct LinkMint: Sendable {
  struct Claims: Equatable {
    var person: RowID<Person>
    var session: RowID<SessionRow>
    var file: String
    var expiresAt: Timestamp
  }

  private let key: [UInt8]

  init(key: [UInt8]) {
    self.key = Hashing.hmacSHA256(Array("maru file links".utf8), key: key)
  }

  func token(_ claims: Claims) -> String {
    let text =
      [claims.person.value, claims.session.value, claims.expiresAt.milliseconds]
      .map { String($0) }.joined(separator: ",") + "," + claims.file
    let bytes = Array(text.utf8)
    return Base64URL.encode(bytes) + "." + Base64URL.encode(Hashing.hmacSHA256(bytes, key: key))
  }

  /// nil for what was not made here. The time is the caller's to judge.
  func read(_ token: String) -> Claims? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let bytes = Base64URL.decode(parts[0]), let code = Base64URL.decode(parts[1]),
      Hashing.constantTimeEqual(code, Hashing.hmacSHA256(bytes, key: key))
    else { return nil }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: ",", maxSplits: 3)
    guard fields.count == 4, let person = Int64(fields[0]), let session = Int64(fields[1]),
      let expiry = Int64(fields[2])
    else { return nil }
    return Claims(
      person: RowID(person), session: RowID(session), file: String(fields[3]),
      expiresAt: Timestamp(milliseconds: expiry))
  }
}
