import Crypto
import Domain
import Storage
import Wire

/// Links that open one file for one person without a header.
struct LinkMint: Sendable {
  struct Claims: Equatable {
    var person: RowID<Person>
    var session: RowID<SessionRow>
    var file: String
    var expiresAt: Timestamp
  }

  private let cipher: AESGCM?

  init(key: [UInt8]) {
    cipher = AESGCM(key: Hashing.hmacSHA256(Array("maru file links".utf8), key: key))
  }

  /// Sealed: what is in it are numbers of rows, which nobody is to count.
  func token(_ claims: Claims) -> String {
    let text =
      [claims.person.value, claims.session.value, claims.expiresAt.milliseconds]
      .map { String($0) }.joined(separator: ",") + "," + claims.file
    let nonce = SecureRandom.bytes(AESGCM.nonceBytes)
    return Base64URL.encode(nonce + (cipher?.seal(Array(text.utf8), nonce: nonce, data: []) ?? []))
  }

  /// nil for what was not made here. The time is the caller's to judge.
  func read(_ token: String) -> Claims? {
    guard let bytes = Base64URL.decode(token), bytes.count > AESGCM.nonceBytes,
      let text = cipher?.open(
        bytes.dropFirst(AESGCM.nonceBytes), nonce: Array(bytes.prefix(AESGCM.nonceBytes)), data: [])
    else { return nil }
    let fields = String(decoding: text, as: UTF8.self).split(separator: ",", maxSplits: 3)
    guard fields.count == 4, let person = Int64(fields[0]), let session = Int64(fields[1]),
      let expiry = Int64(fields[2])
    else { return nil }
    return Claims(
      person: RowID(person), session: RowID(session), file: String(fields[3]),
      expiresAt: Timestamp(milliseconds: expiry))
  }
}
