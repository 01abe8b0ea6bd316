import BookingContract
import Contract
import Domain
import FeatureCore
import Wire

/// The clinic in which a doctor works: when it is open, and how it looks. Each of its doctors may change that.
public enum ClinicGroup: Feature {
  public struct State: Equatable, Sendable {
    /// `missing`: the doctor works in none.
    public internal(set) var clinic = Loaded<Clinic>.loading
    /// From Monday on, as they stand in their fields: `09:00-12:30 13:30-18:00`; empty on a day off.
    public internal(set) var hours: [String] = []
    public internal(set) var isBusy = false
    public internal(set) var isSaved = false
    public internal(set) var showsFaults = false
    public internal(set) var failure: CallFailure?
    /// Brought, and on its way.
    var picture: String?

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    /// Of a day of the week: 1 (Monday) … 7.
    case hoursTyped(Int, String)
    case saveTapped
    /// A brought file; whether the browser can show it as a picture.
    case pictureChosen(String, isPicture: Bool)
    case pictureRemoved(String)
    case answered(Tag, HTTPOutcome)
  }

  static let prefix = "schedule/clinic/"
  static let findTag = Tag("schedule/clinic/find")
  static let loadTag = Tag("schedule/clinic/load")
  static let changeTag = Tag("schedule/clinic/change")
  static let pictureTag = Tag("schedule/clinic/picture")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown:
      // What is being edited is not taken away by coming back.
      guard !state.isBusy, !state.isChanged else { return [] }
      state.isSaved = false
      return [BookingAPI.schedule.ask(Nothing(), findTag)]
    case .hoursTyped(let weekday, let text):
      guard state.hours.indices.contains(weekday - 1) else { return [] }
      state.hours[weekday - 1] = text
      state.isSaved = false
    case .saveTapped:
      state.showsFaults = true
      guard let hours = state.readHours() else { return [] }
      return state.change(ClinicEdit(hours: hours))
    case .pictureChosen(let id, let isPicture): return state.add(id, isPicture)
    case .pictureRemoved(let path):
      guard let clinic = state.clinic.value else { return [] }
      return state.change(ClinicEdit(pictures: clinic.pictures.filter { $0 != path }))
    case .answered(findTag, let outcome):
      switch BookingAPI.schedule.outcome(outcome) {
      case .success(let form):
        if let id = form.clinicID { return [BookingAPI.clinic.ask(id, loadTag)] }
        state.clinic = .missing
      case .failure(let failure): state.clinic.fail(failure)
      }
    case .answered(let tag, let outcome): return state.take(tag, outcome)
    }
    return []
  }
}

extension ClinicGroup.State {
  var isChanged: Bool { clinic.value.map { hours != Self.texts($0.hours) } ?? false }

  /// nil for times that cannot be read, or meet.
  static func spans(_ text: String) -> [(from: ClockTime, to: ClockTime)]? {
    var spans: [(from: ClockTime, to: ClockTime)] = []
    let parts = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
    for part in parts {
      let ends = part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard ends.count == 2, let from = ClockTime(text: String(Substring(ends[0]))),
        let to = ClockTime(text: String(Substring(ends[1]))), from < to
      else { return nil }
      if let last = spans.last, from < last.to { return nil }
      spans.append((from, to))
    }
    return spans
  }

  fileprivate func readHours() -> [ClinicHours]? {
    var all: [ClinicHours] = []
    for (index, text) in hours.enumerated() {
      guard let spans = Self.spans(text) else { return nil }
      all += spans.map { ClinicHours(weekday: index + 1, from: $0.from, to: $0.to) }
    }
    return all
  }

  private static func texts(_ hours: [ClinicHours]) -> [String] {
    (1...7).map { weekday in
      let spans = hours.filter { $0.weekday == weekday }.ordered { $0.from.minutes < $1.from.minutes }
      var text = ""
      for span in spans { text += (text.isEmpty ? "" : " ") + span.from.text + "-" + span.to.text }
      return text
    }
  }

  fileprivate mutating func change(_ edit: ClinicEdit) -> [Effect] {
    guard let clinic = clinic.value, !isBusy else { return [] }
    begin()
    return [BookingAPI.changeClinic.ask(Addressed(clinic.id, edit), ClinicGroup.changeTag)]
  }

  private mutating func begin() {
    isBusy = true
    isSaved = false
    failure = nil
  }

  /// The shell puts the bytes of a brought picture in place of its id.
  fileprivate mutating func add(_ id: String, _ isPicture: Bool) -> [Effect] {
    guard let clinic = clinic.value, !isBusy else { return [.dropFiles([id])] }
    guard isPicture else {
      failure = .refused(.fileType)
      return [.dropFiles([id])]
    }
    begin()
    picture = id
    let path = "/v1/clinics/" + PercentEncoding.encode(segment: clinic.id.text) + "/pictures"
    var request = HTTPRequest(.post, path)
    request.headers.add("Content-Type", "multipart/form-data")
    request.body = Array(id.utf8)
    return [.ask(request, .person, ClinicGroup.pictureTag)]
  }

  /// All of its calls are answered with the clinic.
  fileprivate mutating func take(_ tag: Tag, _ outcome: HTTPOutcome) -> [Effect] {
    let hadChanges = isChanged
    isBusy = false
    let sent = picture
    picture = nil
    switch BookingAPI.clinic.outcome(outcome) {
    case .success(let new):
      clinic = .value(new)
      isSaved = tag != ClinicGroup.loadTag
      // Pictures come and go beside hours that are not saved yet.
      if tag != ClinicGroup.pictureTag && (!hadChanges || readHours() == new.hours) { hours = Self.texts(new.hours) }
      if !isChanged { showsFaults = false }
    case .failure(let failure):
      if tag == ClinicGroup.loadTag { clinic.fail(failure) } else { self.failure = failure }
    }
    return sent.map { [.dropFiles([$0])] } ?? []
  }
}
