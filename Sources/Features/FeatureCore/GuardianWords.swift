import Domain

/// How old somebody is, or that a guardian has consented.
public enum GuardianWords {
  /// - Parameter isAlone: whether there is no other answer.
  public static func over14(_ l: Language, isAlone: Bool) -> String {
    isAlone
      ? l.say("만 14세 이상이에요 (필수)", "I am 14 or older (required)", "14歳以上です（必須）")
      : l.say("만 14세 이상이에요 (둘 중 하나 필수)", "I am 14 or older (one of the two)", "14歳以上です（どちらか必須）")
  }

  /// Leads to what a guardian has to do.
  public static func page<Action>(_ path: String, _ l: Language) -> PageModel<Action>.Row {
    .init(
      "text guardian", l.say("보호자 동의 안내", "About a guardian’s consent", "保護者の同意について"), .page(path))
  }
}
