import CLibSSL

/// What all TLS connections of a client share: whom it trusts. TLS 1.2 and newer.
public final class TLSContext: @unchecked Sendable {
  let pointer: OpaquePointer

  /// - Parameter authorities: a PEM file with certificates to trust beside those of the system; nil: only the system's.
  public init(authorities: String? = nil) throws(TLSError) {
    guard let pointer = SSL_CTX_new(TLS_client_method()) else { throw .settings(TLSContext.lastError()) }
    self.pointer = pointer
    guard libssl_at_least_tls12(pointer) == 1, SSL_CTX_set_default_verify_paths(pointer) == 1 else {
      throw .settings(TLSContext.lastError())
    }
    SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
    if let authorities, SSL_CTX_load_verify_locations(pointer, authorities, nil) != 1 {
      throw .settings(TLSContext.lastError())
    }
  }

  deinit {
    SSL_CTX_free(pointer)
  }

  /// Takes the errors of this thread off the library's list and answers the first.
  static func lastError() -> String {
    let code = ERR_get_error()
    while ERR_get_error() != 0 {}
    guard code != 0 else { return "no reason given" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      ERR_error_string_n(code, text.baseAddress, text.count)
      let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
