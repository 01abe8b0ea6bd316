import Domain

/// What people agree to. A change that people must agree to again gets a new version; nobody's old yes counts for it.
public struct Terms: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable { case terms, privacy, medical, marketing, guardian }

  /// That somebody says to be old enough. No text belongs to it.
  public static let over14 = "over14"

  public var kind: Kind
  public var version: String
  public var isRequired: Bool

  /// Of a realm, in the order in which they are shown. Only where doctors are asked are medical data handled.
  /// - Parameter guardians: whether children may sign up whose guardians have consented.
  public static func current(_ realm: Realm, guardians: Bool = false) -> [Terms] {
    var all = [
      Terms(kind: .terms, version: "2026-11-30", isRequired: true),
      Terms(kind: .privacy, version: "2026-11-30", isRequired: true),
      Terms(kind: .medical, version: "2026-11-30", isRequired: true),
      Terms(kind: .marketing, version: "2026-11-30", isRequired: false),
    ]
    if guardians { all.append(Terms(kind: .guardian, version: "2026-12-01", isRequired: false)) }
    return realm == .eyemon ? all : all.filter { $0.kind != .medical }
  }

  public func title(_ language: Language) -> String {
    switch (kind, language) {
    case (.terms, .ko): "서비스 이용약관"
    case (.terms, .en): "Terms of service"
    case (.terms, .ja): "利用規約"
    case (.privacy, .ko): "개인정보 수집 및 이용"
    case (.privacy, .en): "Collection and use of personal data"
    case (.privacy, .ja): "個人情報の収集と利用"
    case (.medical, .ko): "민감정보(건강정보) 처리"
    case (.medical, .en): "Handling of sensitive data about your health"
    case (.medical, .ja): "機微情報(健康情報)の取り扱い"
    case (.marketing, .ko): "혜택 및 소식 수신"
    case (.marketing, .en): "News and offers"
    case (.marketing, .ja): "お知らせ・特典の受信"
    case (.guardian, .ko): "만 14세 미만이고 보호자가 동의했어요"
    case (.guardian, .en): "I am under 14, and my guardian has consented"
    case (.guardian, .ja): "14歳未満で、保護者が同意しています"
    }
  }
}
