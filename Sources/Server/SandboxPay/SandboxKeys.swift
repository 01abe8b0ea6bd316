/// What a server shows to be let in. Nothing is secret here: there is no money behind the sandbox.
public enum SandboxKeys {
  /// `imp_key` and `imp_secret` of V1.
  public static let v1Key = "sandbox-v1-key"
  public static let v1Secret = "sandbox-v1-secret"
  /// What pages call the merchant in V1.
  public static let userCode = "imp00000000"
  /// `Authorization: PortOne …` of V2.
  public static let v2Secret = "sandbox-v2-secret"
  public static let store = "store-sandbox"
  public static let channel = "channel-sandbox"
  /// Signs webhooks of V2 (Standard Webhooks, "Signature scheme").
  public static let webhookSecret = "whsec_c2FuZGJveC13ZWJob29rcy1hcmUtbm8tc2VjcmV0ISE="
  /// Below the origin of the sandbox, where each of the two APIs begins.
  public static let v1Base = "/v1"
  public static let v2Base = "/v2"
}
