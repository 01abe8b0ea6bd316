import Mail
import Outgoing
import Push

extension Flag {
  /// Letters, and calls to other people's servers.
  static let mailing: [Flag] = [
    Flag(name: "--mail-server", value: "URL", help: "smtp://HOST:587 or smtps://HOST:465 (files in the outbox).") {
      (text, settings) throws(UsageError) in
      guard text.hasPrefix("smtp://") || text.hasPrefix("smtps://") else {
        throw UsageError.badValue("--mail-server", text, "smtp://HOST:PORT or smtps://HOST:PORT")
      }
      settings.mail.server = text
    },
    text("--mail-login", "NAME", "What the mail server knows us by (none).") { $1.mail.login = $0 },
    text("--mail-password", "PATH", "The file with the mail server's password.") { $1.mail.passwordPath = $0 },
    text("--mail-from", "ADDRESS", "Where letters come from (maru@localhost).") { $1.mail.from = $0 },
    toggle("--mail-tls", "Whether letters need an encrypted connection (on).") { $1.mail.needsTLS = $0 },
    text("--authorities", "PATH", "Certificates to trust in calls to others (the system's).") {
      $1.outgoing.authorities = $0
    },
  ]

  /// Pushes.
  static let pushing: [Flag] = [
    text("--push-contact", "URL", "mailto:… or https://…, for the push services of browsers (none).") {
      $1.push.contact = $0
    },
    text("--fcm-key", "PATH", "Key file of a Google service account, for Firebase (none).") { $1.push.fcmKeyPath = $0 },
    text("--fcm-server", "URL", "Firebase (https://fcm.googleapis.com).") { $1.push.fcmServer = $0 },
    text("--apns-key", "PATH", "A .p8 key of Apple's (none).") { $1.push.apnsKeyPath = $0 },
    text("--apns-key-id", "ID", "The key's id.") { $1.push.apnsKeyID = $0 },
    text("--apns-team", "ID", "The team's id.") { $1.push.apnsTeam = $0 },
    Flag(name: "--apns-topics", value: "LIST", help: "Bundle ids: eyemon=com.example.eyemon,eyemon-doctor=….") {
      (text, settings) throws(UsageError) in
      for pair in text.split(separator: ",") {
        let parts = pair.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
          throw UsageError.badValue("--apns-topics", text, "APP=BUNDLE,…")
        }
        settings.push.apnsTopics[parts[0]] = parts[1]
      }
    },
    text("--apns-server", "URL", "Apple's service (https://api.push.apple.com).") { $1.push.apnsServer = $0 },
    toggle("--push-local", "Let browsers' subscriptions lead to this machine; only for tests (off).") {
      $1.push.mayBeLocal = $0
    },
    number("--pushes-per-minute", "N", in: 1...1_000_000, "What one person may send to others a minute (20).") {
      $1.push.directPerMinute = Int($0)
    },
  ]

  private static func text(
    _ name: String, _ value: String, _ help: String,
    _ set: @escaping @Sendable (String, inout ServerSettings) -> Void
  ) -> Flag {
    Flag(name: name, value: value, help: help) { (text, settings) throws(UsageError) in
      guard !text.isEmpty else { throw UsageError.missingValue(name) }
      set(text, &settings)
    }
  }
}
