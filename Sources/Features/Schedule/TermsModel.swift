import BookingContract
import Domain
import FeatureCore
import Reserving
import Wire

/// The settings around a doctor's reservations.
public struct TermsModel {
  public struct Field: Equatable {
    public var term: ScheduleDraft.Term
    public var label: String
    public var value: String
    public var isNumber: Bool
    public var isLong: Bool
    public var isBad: Bool
    public var fault: String?
  }

  public struct Group: Equatable {
    public var title: String
    public var fields: [Field]
  }

  public struct LanguageChoice: Equatable {
    public var code: String
    public var label: String
    public var isOn: Bool
  }

  public var title: String
  public var groups: [Group]
  public var approvalLabel: String
  public var approvalHint: String
  public var needsApproval: Bool
  public var languagesTitle: String
  public var languages: [LanguageChoice]
  public var foot: SaveModel
}

extension Hours {
  public static func terms(_ state: State, _ l: Language) -> TermsModel? {
    guard let draft = state.draft.value else { return nil }
    let faults = state.showsFaults ? draft.faults : []
    let titles = HoursWords.groups(l)
    let groups: [[ScheduleDraft.Term]] = [
      [.slotMinutes, .leadMinutes, .horizonDays, .zone] + (draft.needsApproval ? [.approvalHours] : []),
      [.fee, .freeHours, .partHours, .partPercent], [.specialty, .answerTime, .introduction],
    ]
    return TermsModel(
      title: ScheduleWords.terms(l),
      groups: groups.enumerated().map { index, terms in
        .init(title: titles[index], fields: terms.map { field($0, draft, faults.contains(.term($0)), l) })
      }, approvalLabel: HoursWords.needsApproval(l), approvalHint: HoursWords.approvalHint(l),
      needsApproval: draft.needsApproval, languagesTitle: HoursWords.languages(l),
      languages: ["ko", "en", "ja", "zh"].map {
        .init(code: $0, label: HoursWords.language($0, l), isOn: draft.languages.contains($0))
      }, foot: foot(state, l))
  }

  private static func field(
    _ term: ScheduleDraft.Term, _ draft: ScheduleDraft, _ isBad: Bool, _ l: Language
  ) -> TermsModel.Field {
    let isText =
      switch term {
      case .zone, .specialty, .introduction, .answerTime: true
      default: false
      }
    let currency = term == .fee ? " (" + draft.base.currency + ")" : ""
    return TermsModel.Field(
      term: term, label: HoursWords.term(term, l) + currency, value: draft[term], isNumber: !isText,
      isLong: term == .introduction, isBad: isBad, fault: isBad ? HoursWords.checkValue(l) : nil)
  }
}
