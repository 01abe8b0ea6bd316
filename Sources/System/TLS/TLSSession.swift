import CLibSSL

/// The client's side of one TLS connection, without a socket: bytes of the network go in and come out, and so does the
/// plain text. Confined to one thread at a time.
///
/// After each call, `takeOutput()` holds what must be sent.
public final class TLSSession {
  private let ssl: OpaquePointer
  private let input: OpaquePointer
  private let output: OpaquePointer
  private let context: TLSContext

  public private(set) var isEstablished = false
  /// The peer has said that it sends no more. Bytes that ended without it may have been cut off by somebody.
  public private(set) var hasPeerFinished = false

  /// - Parameter host: a name, or a numeric address; the certificate must be for it.
  public init(_ context: TLSContext, host: String) throws(TLSError) {
    guard let ssl = SSL_new(context.pointer), let input = BIO_new(BIO_s_mem()), let output = BIO_new(BIO_s_mem())
    else { throw .settings(TLSContext.lastError()) }
    self.context = context
    self.ssl = ssl
    self.input = input
    self.output = output
    SSL_set_bio(ssl, input, output)
    SSL_set_connect_state(ssl)
    let isAddress = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1
    if !isAddress {
      guard SSL_set1_host(ssl, host) == 1, libssl_set_host_name(ssl, host) == 1 else {
        throw .settings(TLSContext.lastError())
      }
    }
    ERR_clear_error()
    let protocols: [UInt8] = [8] + Array("http/1.1".utf8)
    _ = SSL_set_alpn_protos(ssl, protocols, UInt32(protocols.count))
  }

  deinit {
    SSL_free(ssl)
  }

  /// Takes bytes from the network and appends what they say to `plain`; the first call begins the handshake, and may be
  /// made with none.
  /// - Throws: the connection is of no use any more; the last output (an alert) should still be sent.
  public func receive(_ bytes: [UInt8], into plain: inout [UInt8]) throws(TLSError) {
    if !bytes.isEmpty, BIO_write(input, bytes, Int32(clamping: bytes.count)) != bytes.count {
      throw .failed(TLSContext.lastError())
    }
    guard try shakeHands() else { return }
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while !hasPeerFinished {
      ERR_clear_error()
      let count = SSL_read(ssl, &buffer, Int32(buffer.count))
      if count > 0 {
        plain.append(contentsOf: buffer.prefix(Int(count)))
      } else if try isOver(count) {
        return
      }
    }
  }

  /// Encrypts; only once established.
  public func send(_ bytes: [UInt8]) throws(TLSError) {
    guard !bytes.isEmpty else { return }
    ERR_clear_error()
    // Output in memory takes everything at once.
    guard SSL_write(ssl, bytes, Int32(clamping: bytes.count)) == bytes.count else {
      throw .failed(TLSContext.lastError())
    }
  }

  /// Says that nothing more will be sent.
  public func finish() {
    if isEstablished { SSL_shutdown(ssl) }
    ERR_clear_error()
  }

  /// What must go to the network.
  public func takeOutput() -> [UInt8] {
    let count = libssl_pending(output)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      written = max(0, Int(BIO_read(output, buffer.baseAddress, Int32(clamping: count))))
    }
  }

  private func shakeHands() throws(TLSError) -> Bool {
    if isEstablished { return true }
    ERR_clear_error()
    let answer = SSL_do_handshake(ssl)
    if answer == 1 {
      isEstablished = true
      return true
    }
    switch SSL_get_error(ssl, answer) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return false
    default:
      let verdict = SSL_get_verify_result(ssl)
      guard verdict == Int(X509_V_OK) else {
        ERR_clear_error()
        throw .untrusted(String(cString: X509_verify_cert_error_string(verdict)))
      }
      throw .failed(TLSContext.lastError())
    }
  }

  /// Whether there is nothing more to read for now.
  private func isOver(_ count: Int32) throws(TLSError) -> Bool {
    switch SSL_get_error(ssl, count) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return true
    case SSL_ERROR_ZERO_RETURN:
      hasPeerFinished = true
      return true
    default: throw .failed(TLSContext.lastError())
    }
  }
}
