import Crypto
import JSON

/// A service account of Google's, as its key file says it.
public struct FCMAccount: Sendable {
  public let project: String
  let email: String
  let tokenAddress: String
  let key: SigningKey

  /// nil where the text is no such file, or its key no RSA key.
  public init?(keyFile text: String) {
    guard let json = try? JSONValue(parsing: text), let project = json["project_id"]?.string,
      let email = json["client_email"]?.string, let address = json["token_uri"]?.string,
      let pem = json["private_key"]?.string, let key = SigningKey(pem: pem), key.algorithm == .rs256,
      !project.isEmpty, project.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/?#%".utf8.contains($0) })
    else { return nil }
    self.project = project
    self.email = email
    tokenAddress = address
    self.key = key
  }

  /// What Google gives an access token for (RFC 7523).
  func assertion(atSeconds now: Int64) -> String? {
    let head: JSONValue = ["alg": "RS256", "typ": "JWT"]
    let claims: JSONValue = [
      "iss": .string(email), "scope": "https://www.googleapis.com/auth/firebase.messaging",
      "aud": .string(tokenAddress), "iat": .integer(now), "exp": .integer(now + 3_600),
    ]
    return SignedToken.make(header: head.bytes, claims: claims.bytes, key: key)
  }
}
