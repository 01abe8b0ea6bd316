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

  /// The zones to choose from; `isTyped`: another one, in a field of its own.
  public struct Zones {
    public var label: String
    public var names: [(name: String, text: String)]
    public var chosen: String
    public var isTyped: Bool
    public var otherLabel: String
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
  public var zones: Zones
  public var approvalLabel: String
  public var approvalHint: String
  public var needsApproval: Bool
  public var languagesTitle: String
  public var languages: [LanguageChoice]
  public var foot: SaveModel
}

extension Hours {
  public static func terms(_ state: State, _ l: Language, _ when: When) -> TermsModel? {
    guard let draft = state.draft.value else { return nil }
    var faults = state.showsFaults ? draft.faults : []
    if state.unknownZone == draft[.zone] { faults.insert(.term(.zone)) }
    let titles = HoursWords.groups(l)
    let groups: [[ScheduleDraft.Term]] = [
      (draft.typesZone ? [.zone] : []) + [.slotMinutes, .leadMinutes, .horizonDays]
        + (draft.needsApproval ? [.approvalHours] : []),
      [.fee, .freeHours, .partHours, .partPercent], [.specialty, .answerTime, .introduction],
    ]
    return TermsModel(
      title: ScheduleWords.terms(l),
      groups: groups.enumerated().map { index, terms in
        .init(title: titles[index], fields: terms.map { field($0, draft, faults.contains(.term($0)), l) })
      }, zones: zones(draft, l, when), approvalLabel: HoursWords.needsApproval(l),
      approvalHint: HoursWords.approvalHint(l),
      needsApproval: draft.needsApproval, languagesTitle: HoursWords.languages(l),
      languages: ["ko", "en", "ja", "zh"].map {
        .init(code: $0, label: HoursWords.language($0, l), isOn: draft.languages.contains($0))
      }, foot: foot(state, l))
  }

  private static func zones(_ draft: ScheduleDraft, _ l: Language, _ when: When) -> TermsModel.Zones {
    TermsModel.Zones(
      label: HoursWords.term(.zone, l), names: ClinicZones.names.map { ($0, when.zoneName($0) + " (" + $0 + ")") },
      chosen: draft.typesZone ? "" : draft[.zone], isTyped: draft.typesZone, otherLabel: HoursWords.otherZone(l))
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
      term: term, label: (term == .zone ? HoursWords.zoneName(l) : HoursWords.term(term, l)) + currency,
      value: draft[term], isNumber: !isText,
      isLong: term == .introduction, isBad: isBad, fault: isBad ? HoursWords.fault(term, l) : nil)
  }
}
