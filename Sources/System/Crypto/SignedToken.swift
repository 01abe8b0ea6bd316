/// Makes JSON Web Tokens for others (RFC 7519): what they ask for before they do something for us.
public enum SignedToken {
  /// - Parameters:
  ///   - header: the text of a JSON object; its `alg` is that of the key.
  ///   - claims: the text of a JSON object.
  /// - Returns: nil only where the library fails.
  public static func make(header: [UInt8], claims: [UInt8], key: SigningKey) -> String? {
    let signed = Base64URL.encode(header) + "." + Base64URL.encode(claims)
    return key.sign(Array(signed.utf8)).map { signed + "." + Base64URL.encode($0) }
  }
}
