import Crypto
import Foundation
import Providers
import Sockets

extension Flag {
  /// Sign-in through others. What only one provider needs is kept until its first key is given.
  static let providing: [Flag] = [
    Flag(name: "--public-url", value: "URL", help: "Where browsers reach the apps, https://…; for sign-in elsewhere.") {
      (text, settings) throws(UsageError) in
      settings.providers.publicOrigin = try origin(text, of: "--public-url")
    },
    number("--kakao-app-id", "N", in: 1...Int64.max, "The Kakao application whose tokens are taken.") {
      $1.kakao.appID = $0
    },
    text("--kakao-rest-key", "Its REST key, for sign-in in the browser.") { $1.kakao.restKey = $0 },
    text("--kakao-secret", "Its client secret, where it has one.") { $1.kakao.clientSecret = $0 },
    text("--kakao-admin-key", "Its admin key: unlinks people who leave.") { $1.kakao.adminKey = $0 },
    text("--apple-audiences", "Bundle ids and Services ID, with commas: whom Apple's tokens may be for.") {
      $1.apple.audiences = $0.split(separator: ",").map { String($0) }
    },
    text("--apple-service", "The Services ID, for sign-in in the browser.") { $1.apple.servicesID = $0 },
    text("--apple-team", "The team's id.") { $1.apple.teamID = $0 },
    text("--apple-key-id", "The id of the key for Sign in with Apple.") { $1.apple.keyID = $0 },
    Flag(name: "--apple-key", value: "PATH", help: "That key, a file AuthKey_….p8.") {
      (path, settings) throws(UsageError) in
      guard let pem = try? String(contentsOfFile: path, encoding: .utf8), let key = SigningKey(pem: pem),
        key.algorithm == .es256
      else { throw UsageError.badValue("--apple-key", path, "a file with a private key on P-256") }
      settings.apple.key = key
    },
    Flag(
      name: "--stand-in", value: "HOST:PORT",
      help: "Where --demo plays Kakao and Apple, on this machine, or \"off\" (127.0.0.1:0)."
    ) { (text, settings) throws(UsageError) in
      guard text != "off" else {
        settings.standIn = nil
        return
      }
      guard let address = try? SocketAddress(text), address.isLoopback else {
        throw UsageError.badValue("--stand-in", text, "an address of this machine, HOST:PORT")
      }
      settings.standIn = address.text
    },
  ]

  static let paying: [Flag] = [
    Flag(
      name: "--pay-sandbox", value: "URL",
      help: "A running maru sandbox-pay to pay at; HOST:PORT: where --demo starts one; or \"off\" (127.0.0.1:0)."
    ) { (text, settings) throws(UsageError) in
      if text == "off" {
        settings.paySandbox = .off
      } else if let origin = webOrigin(text) {
        settings.paySandbox = .at(origin)
      } else if let address = try? SocketAddress(text), address.isLoopback {
        settings.paySandbox = .beside(address.text)
      } else {
        throw UsageError.badValue("--pay-sandbox", text, "http://HOST:PORT, or an address of this machine, or off")
      }
    }
  ]

  private static func text(
    _ name: String, _ help: String, _ set: @escaping @Sendable (String, inout ServerSettings) -> Void
  ) -> Flag {
    Flag(name: name, value: "TEXT", help: help) { (text, settings) throws(UsageError) in
      guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw UsageError.badValue(name, "…", "a text without blanks")
      }
      set(text, &settings)
    }
  }

  static func origin(_ text: String, of name: String) throws(UsageError) -> String {
    guard let origin = webOrigin(text) else { throw .badValue(name, text, "https://HOST or https://HOST:PORT") }
    return origin
  }
}

extension ServerSettings {
  fileprivate var kakao: KakaoSettings {
    get { providers.kakao ?? KakaoSettings(appID: 0) }
    set { providers.kakao = newValue }
  }

  fileprivate var apple: AppleSettings {
    get { providers.apple ?? AppleSettings(audiences: []) }
    set { providers.apple = newValue }
  }
}
