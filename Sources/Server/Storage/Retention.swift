/// How long what the law or a dispute may need is kept. The privacy table names the reason of each.
public struct Retention: Equatable, Sendable {
  public let name: String
  public let milliseconds: Int64

  private static let day: Int64 = 24 * 3_600_000

  /// What was said and shown in a consult, counted from the day on which it was said: ten years, as records of
  /// treatment (의료법 시행규칙 제15조).
  public static let consultRecord = Retention(name: "consult record, 10 years", milliseconds: 3_653 * day)
  /// Who did what to an account and who opened what: two years (개인정보의 안전성 확보조치 기준 제8조).
  public static let accessRecord = Retention(name: "access record, 2 years", milliseconds: 732 * day)
  /// What was reported to the operator: three years, for complaints and disputes (전자상거래법 시행령 제6조).
  public static let report = Retention(name: "complaint, 3 years", milliseconds: 1_096 * day)
  /// What was paid, to whom and what for: five years (전자상거래법 시행령 제6조).
  public static let payment = Retention(name: "payment record, 5 years", milliseconds: 1_827 * day)
}
