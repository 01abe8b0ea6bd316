import Wire

/// A request to somebody else's server.
public struct OutgoingRequest: Equatable, Sendable {
  /// Where it may go.
  public enum Reach: Sendable {
    /// For addresses that the operator chose: also plain HTTP, and the private network.
    case anywhere
    /// For addresses that somebody else chose: TLS only, and never into a private network, whatever name or redirect
    /// leads there.
    case publicOnly
  }

  public var method: HTTPMethod
  /// Absolute: `https://host:port/path?query`.
  public var url: String
  public var headers: HTTPHeaders
  public var body: [UInt8]
  public var reach: Reach

  public init(
    _ method: HTTPMethod, _ url: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [],
    reach: Reach = .anywhere
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.reach = reach
  }

  /// Whether every byte may stand where it will stand: nothing of a value may become a field of its own.
  var isWellFormed: Bool {
    let isVisible = url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    return isVisible && url.utf8.count <= 8_192
      && headers.fields.allSatisfy { field in
        !field.name.isEmpty && field.name.utf8.allSatisfy(Self.isNameByte)
          && field.value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
      }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

/// What one exchange may cost.
public struct OutgoingLimits: Equatable, Sendable {
  /// For everything, waiting included.
  public var milliseconds: Int64
  /// For name, connection and TLS.
  public var connectMilliseconds: Int64
  /// Of the answer's body.
  public var answerBytes: Int
  /// That are followed; only GET and HEAD follow any. 0: a redirect is an answer like others.
  public var redirects: Int

  public init(
    milliseconds: Int64 = 10_000, connectMilliseconds: Int64 = 5_000, answerBytes: Int = 256 * 1024,
    redirects: Int = 0
  ) {
    self.milliseconds = milliseconds
    self.connectMilliseconds = connectMilliseconds
    self.answerBytes = answerBytes
    self.redirects = redirects
  }
}
