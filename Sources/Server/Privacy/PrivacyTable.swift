/// What every table of the database holds of people, and what becomes of it. A test reads the schema and fails where a
/// table or a column is missing here. Printed as docs/privacy.md.
public enum PrivacyTable {
  /// In the order in which erasing goes through them.
  public static let all: [TableRule] = account + waysIn + chats + files + bookings + payments + records

  static func rule(of table: String) -> TableRule? { all.first { $0.table == table } }

  private static let account = [
    TableRule(
      "people", "account and profile", of: .column("id"), erased: .columns, exported: "profile",
      [
        .stays("id", .person), .stays("realm", .text), .becomes("'~erased-' || CAST(id AS TEXT)", "email", .text),
        .becomes("'\(erasedNick)'", "nick", .text), .becomes("''", "phone_number", .text),
        .becomes("NULL", "profile_image", .text), .becomes("''", "introduction", .text), .stays("role", .text),
        .becomes("''", "password_hash", .secret), .stays("created_at", .time), .becomes("''", "name", .text),
        .becomes("'[]'", "hash_tags", .json), .becomes("''", "birth_day", .text), .becomes("''", "gender", .text),
        .becomes("'[]'", "info", .json), .stays("erased_at", .bookkeeping),
        .becomes("0", "owes_consent", .bookkeeping), .becomes("0", "mail_stopped", .flag),
      ]),
    TableRule(
      "doctors", "a doctor's practice and the operator's decision", of: .column("person_id"), erased: .columns,
      exported: "practice",
      [
        .stays("person_id", .person), .stays("realm", .text), .becomes("'refused'", "state", .text),
        .becomes("''", "clinic", .text), .becomes("''", "specialty", .text),
        .becomes("''", "license_number", .text), .becomes("''", "reason", .text), .stays("decided_at", .time),
      ]),
    TableRule(
      "profile_pictures", "pictures of the profile", of: .column("person_id"), erased: .rowsAndBytes,
      exported: "pictures",
      [
        .goes("id", .bookkeeping), .goes("name", .text), .goes("person_id", .bookkeeping), .goes("media_type", .text),
        .goes("byte_count", .number), .goes("file_key", .secret), .goes("created_at", .time),
      ]),
  ]

  /// What others see where the name of an erased person stood.
  static let erasedNick = "(알 수 없음)"

  private static let waysIn = [
    TableRule(
      "identities", "ways into the account", of: .column("person_id"), erased: .rows, exported: "ways_in",
      [
        .goes("realm", .bookkeeping), .goes("kind", .text), .goes("subject", .text), .goes("person_id", .bookkeeping),
        .goes("label", .text), .goes("verified", .flag), .goes("created_at", .time), .goes("proved_at", .time),
      ]),
    TableRule(
      "codes", "codes that were sent, for as long as they count", of: .column("person_id"), erased: .rows,
      [
        .goes("id", .bookkeeping), .goes("realm", .bookkeeping), .goes("purpose", .text), .goes("subject", .text),
        .goes("person_id", .bookkeeping), .goes("seed", .secret), .goes("failures", .number),
        .goes("created_at", .time), .goes("expires_at", .time), .goes("used_at", .time),
      ]),
    TableRule(
      "guardians", "a guardian's consent to a child's account", of: .column("person_id"), erased: .rows,
      exported: "guardian",
      [
        .goes("realm", .bookkeeping), .goes("address", .text), .goes("note", .text), .goes("created_at", .time),
        .goes("person_id", .bookkeeping),
      ]),
    TableRule(
      "sessions", "signed-in devices", of: .column("person_id"), erased: .rows, exported: "sessions",
      [
        .goes("id", .session), .goes("person_id", .bookkeeping), .goes("app", .text), .goes("generation", .bookkeeping),
        .goes("created_at", .time), .goes("ended_at", .time), .goes("device_name", .text), .goes("platform", .text),
        .goes("last_used_at", .time), .goes("end_reason", .text),
      ]),
    TableRule(
      "devices", "where pushes go", of: .column("person_id"), erased: .rows, exported: "devices",
      [
        .goes("id", .bookkeeping), .goes("session_id", .session), .goes("person_id", .bookkeeping), .goes("way", .text),
        .goes("token", .secret), .goes("public_key", .secret), .goes("secret", .secret), .goes("language", .text),
        .goes("created_at", .time),
      ]),
    TableRule(
      "notification_settings", "how much a push shows", of: .column("person_id"), erased: .rows,
      exported: "notification_settings", [.goes("person_id", .person), .goes("level", .text)]),
    TableRule(
      "attendances", "days on which the person was there", of: .column("person_id"), erased: .rows,
      exported: "attendances",
      [.goes("person_id", .bookkeeping), .goes("day", .text), .goes("created_at", .time)]),
    TableRule(
      "notices", "what the person was told", of: .column("person_id"), erased: .rows, exported: "notices",
      [
        .goes("id", .bookkeeping), .goes("name", .bookkeeping), .goes("person_id", .bookkeeping), .goes("kind", .text),
        .goes("room_id", .room), .goes("seq", .bookkeeping), .goes("sender_id", .person), .goes("title", .text),
        .goes("subtitle", .text), .goes("body", .text), .goes("told_at", .time), .goes("read_at", .time),
      ]),
    TableRule(
      "provider_flows", "ways to a provider's page, for minutes", of: .column("person_id"), erased: .rows,
      [
        .goes("state_hash", .secret), .goes("binding_hash", .secret), .goes("provider", .text), .goes("app", .text),
        .goes("nonce", .secret), .goes("verifier", .secret), .goes("redirect", .bookkeeping),
        .goes("target", .bookkeeping), .goes("person_id", .bookkeeping), .goes("session_id", .session),
        .goes("expires_at", .time),
      ]),
    TableRule(
      "provider_grants", "what a provider lets us do", of: .column("person_id"), erased: .rows,
      [
        .goes("person_id", .bookkeeping), .goes("provider", .text), .goes("client", .text), .goes("sealed", .secret),
        .goes("created_at", .time),
      ]),
    TableRule(
      "provider_notices", "which notices of providers were heard, as digests", of: .nobody, erased: .nothing,
      [.goes("name", .bookkeeping), .goes("heard_at", .bookkeeping)]),
    TableRule(
      "session_generations", "token pairs", of: .through("session_id", table: "sessions"),
      erased: .withRow(of: "sessions"),
      [
        .goes("session_id", .session), .goes("generation", .bookkeeping), .goes("issued_at", .time),
        .goes("access_expires_at", .time), .goes("refresh_expires_at", .time), .goes("used_at", .time),
      ]),
  ]
}
