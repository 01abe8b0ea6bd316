import Foundation

#if canImport(Darwin)
  import CryptoKit
  import Darwin
#else
  import Crypto
  import Glibc
#endif

/// Texts sealed with AES-256-GCM under a key that lies in a file of its own, mode 0600: whoever finds the sealed text
/// alone, in a backup or a synced folder, reads nothing. `mark · nonce (12) · sealed text · tag (16)`.
struct SealedText: Sendable {
  private static let mark = Array("maru/session/1\n".utf8)
  private static let nonceBytes = 12
  private static let keyBytes = 32
  let keyPath: String

  /// nil where the key cannot be made or read.
  func seal(_ text: [UInt8]) -> [UInt8]? {
    let kept: [UInt8]?
    do { kept = try key() } catch { return nil }
    guard let key = kept ?? makeKey() else { return nil }
    let nonce = Self.random(Self.nonceBytes)
    guard let sealed = Self.seal(text, key, nonce) else { return nil }
    return Self.mark + nonce + sealed
  }

  /// - Throws: `damaged` for anything that was not sealed with this key, or not completely written; `unreadable` where
  ///   the key does not open now.
  func open(_ bytes: [UInt8]) throws(CredentialFault) -> [UInt8] {
    let head = Self.mark.count + Self.nonceBytes
    guard bytes.count > head, bytes.starts(with: Self.mark), let key = try key(),
      let text = Self.open(Array(bytes[head...]), key, Array(bytes[Self.mark.count..<head]))
    else { throw .damaged }
    return text
  }

  /// nil where there is none, or none of that length: what it sealed is lost, and the next session makes a new one.
  private func key() throws(CredentialFault) -> [UInt8]? {
    guard let bytes = try PrivateFile.read(keyPath), bytes.count == Self.keyBytes else { return nil }
    return bytes
  }

  private func makeKey() -> [UInt8]? {
    let key = Self.random(Self.keyBytes)
    return PrivateFile.replace(keyPath, with: key) ? key : nil
  }

  private static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private static func seal(_ text: [UInt8], _ key: [UInt8], _ nonce: [UInt8]) -> [UInt8]? {
    #if canImport(Darwin)
      guard let nonce = try? AES.GCM.Nonce(data: nonce),
        let box = try? AES.GCM.seal(text, using: SymmetricKey(data: key), nonce: nonce)
      else { return nil }
      return Array(box.ciphertext) + Array(box.tag)
    #else
      return AESGCM(key: key)?.seal(text, nonce: nonce, data: mark)
    #endif
  }

  private static func open(_ sealed: [UInt8], _ key: [UInt8], _ nonce: [UInt8]) -> [UInt8]? {
    #if canImport(Darwin)
      guard sealed.count >= 16, let nonce = try? AES.GCM.Nonce(data: nonce),
        let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: sealed.dropLast(16), tag: sealed.suffix(16)),
        let text = try? AES.GCM.open(box, using: SymmetricKey(data: key))
      else { return nil }
      return Array(text)
    #else
      return AESGCM(key: key)?.open(sealed, nonce: nonce, data: mark)
    #endif
  }
}
