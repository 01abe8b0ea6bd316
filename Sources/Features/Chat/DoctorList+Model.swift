import Domain

/// The doctors whom a patient can write to, as texts and flags.
public struct DoctorListModel: Equatable, Sendable {
  public struct Row: Equatable, Sendable {
    public var id: ID<Person>
    public var name: String
    public var avatar: Avatar
    /// Specialty and clinic.
    public var detail: String
    public var introduction: String
    public var spoken: String
  }

  public var title: String
  public var face: ListFace
  public var rows: [Row]

  public init(_ state: Chat.State) {
    let words = ChatWords(state.setting.language)
    title = words.doctorsTitle
    rows = []
    for doctor in state.doctors { rows.append(Row(doctor)) }
    face = Self.face(state, words)
  }

  private static func face(_ state: Chat.State, _ words: ChatWords) -> ListFace {
    if !state.doctors.isEmpty { return .rows }
    switch state.doctorsLoading {
    case .loading: return .loading
    case .loaded: return .empty(title: words.doctorsEmptyTitle, text: words.doctorsEmptyText)
    case .unreachable:
      return .failed(title: words.unreachableTitle, text: words.unreachableText, retryLabel: words.retry)
    case .refused(let code):
      return .failed(title: words.failedTitle, text: words.text(code), retryLabel: words.retry)
    }
  }
}

extension DoctorListModel.Row {
  init(_ doctor: Doctor) {
    id = doctor.person.id
    name = doctor.person.nick
    avatar = Avatar(doctor.person)
    detail = ChatWords.joined(doctor.specialty, doctor.clinic)
    introduction = doctor.person.introduction
    spoken = ChatWords.joined(name, detail)
  }
}
