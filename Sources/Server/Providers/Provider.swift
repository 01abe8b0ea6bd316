import Wire

/// Somebody else who says who a person is.
public enum Provider: String, CaseIterable, Sendable {
  case kakao, apple
}

/// What a provider has proved of a person, after everything that can be checked has been.
public struct ProviderProof: Equatable, Sendable {
  public var provider: Provider
  /// The person's name there, for ever the same.
  public var subject: String
  /// Only an address that the provider itself calls valid and verified.
  public var email: String?
  /// As the person is called there; may be empty.
  public var name: String
  public var grant: ProviderGrant?
  /// When the provider said so; nil where it does not tell.
  public var issuedAt: Timestamp?

  public init(
    provider: Provider, subject: String, email: String? = nil, name: String = "", grant: ProviderGrant? = nil
  ) {
    self.provider = provider
    self.subject = subject
    self.email = email
    self.name = name
    self.grant = grant
  }
}

/// A lasting token, to be given back when the account goes.
public struct ProviderGrant: Equatable, Sendable {
  /// As whom we asked for it.
  public var client: String
  public var token: String

  public init(client: String, token: String) {
    self.client = client
    self.token = token
  }
}

public enum ProviderError: Error, Equatable, Sendable {
  /// This server has no keys for that provider.
  case notOffered
  /// The proof is none; why, for the log.
  case refused(String)
  /// The provider does not answer, or not as agreed; later it may.
  case unavailable(String)
  /// The person turned back on the provider's page.
  case cancelled
  /// No sign-in of this browser is on its way with that state: too late, a second time, or another browser's.
  case unknownFlow
}
