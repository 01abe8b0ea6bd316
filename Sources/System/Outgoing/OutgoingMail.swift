/// One mail for a mail server (RFC 5321).
public struct OutgoingMail: Equatable, Sendable {
  /// `smtps://host:465`, or `smtp://host:587`.
  public var server: String
  /// Name and password; nil: none is asked for.
  public var login: Login?
  /// Whether the connection must be encrypted before anything is said; only a mail server on this machine does without.
  public var needsTLS: Bool
  /// Bare addresses.
  public var from: String
  public var to: [String]
  /// Header and body, lines ending in CR LF.
  public var message: [UInt8]

  public struct Login: Equatable, Sendable {
    public var name: String
    public var password: String

    public init(name: String, password: String) {
      self.name = name
      self.password = password
    }
  }

  public init(
    server: String, login: Login? = nil, needsTLS: Bool = true, from: String, to: [String], message: [UInt8]
  ) {
    self.server = server
    self.login = login
    self.needsTLS = needsTLS
    self.from = from
    self.to = to
    self.message = message
  }

  /// An address must not bring a command of its own along.
  var isWellFormed: Bool {
    !to.isEmpty
      && ([from, server] + to).allSatisfy { text in
        !text.isEmpty && text.utf8.count <= 512
          && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
      }
  }
}
