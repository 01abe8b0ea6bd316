import COpenSSL

/// A digest over bytes that arrive in pieces. Not for several threads at once.
public final class MessageDigest {
  public enum Algorithm: String, CaseIterable, Sendable {
    case md5, sha1, sha256, sha384, sha512
  }

  private let context: OpaquePointer?

  public init(_ algorithm: Algorithm) {
    context = EVP_MD_CTX_new()
    let kind =
      switch algorithm {
      case .md5: EVP_md5()
      case .sha1: EVP_sha1()
      case .sha256: EVP_sha256()
      case .sha384: EVP_sha384()
      case .sha512: EVP_sha512()
      }
    EVP_DigestInit_ex(context, kind, nil)
  }

  deinit { EVP_MD_CTX_free(context) }

  public func update(_ bytes: [UInt8]) {
    EVP_DigestUpdate(context, bytes, bytes.count)
  }

  /// The digest; the object must not be used afterwards.
  public func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    EVP_DigestFinal_ex(context, &digest, &count)
    return Array(digest.prefix(Int(count)))
  }
}
