import BookingContract
import Domain
import FeatureCore
import Reserving
import Wire

/// A doctor's reservations and working hours: the root of the third program of the doctors' app. Like the annex it
/// holds no token, keeps nothing on the device, and ends with the session that it was opened in.
public enum Schedule: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var app = App.eyemonDoctor
    /// nil: no such place.
    public internal(set) var place: SchedulePlace?
    public internal(set) var language = Language.ko
    public internal(set) var zone = ZoneOffsets.utc
    /// The reader's; the board knows the clinic's.
    public internal(set) var today = CalendarDate(daysSinceEpoch: 0)
    public internal(set) var board = Board.State()
    public internal(set) var hours = Hours.State()
    public internal(set) var clinic = ClinicGroup.State()
    var documentTitle = ""

    public init() {}

    public var when: When { When(language, zone) }
  }

  public indirect enum Action: Equatable, Sendable {
    case shell(ShellEvent)
    case board(Board.Action)
    case hours(Hours.Action)
    case clinic(ClinicGroup.Action)
    case placeTapped(SchedulePlace)
    /// A field lost the focus.
    case fieldLeft
    case backTapped
  }

  public static let prefix = "schedule/"
  public static let timer = Tag("schedule/timer")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    let effects: [Effect]
    switch action {
    case .shell(let event): effects = state.receive(event, moment)
    case .board(let action): effects = Board.reduce(&state.board, action, at: moment)
    case .hours(let action): effects = Hours.reduce(&state.hours, action, at: moment)
    case .clinic(let action): effects = ClinicGroup.reduce(&state.clinic, action, at: moment)
    case .placeTapped(let place):
      effects = [.pushPath("/schedule" + (place == .board ? "" : "/" + place.rawValue))]
    case .fieldLeft: return []
    case .backTapped: return [.wish(.back)]
    }
    return effects.map { $0.placed(under: "/" + state.app.rawValue) } + state.titleChange()
  }
}

extension Schedule.State {
  mutating func receive(_ event: ShellEvent, _ moment: Moment) -> [Effect] {
    today = moment.now.civil(in: zone).date
    switch event {
    case .started(let path, let languages, let preferences, let zone, _, _):
      self.zone = zone
      let kept = preferences.first { $0.key == app.rawValue + "/language" }?.value
      language = kept.flatMap { Language(rawValue: $0) } ?? Language(among: languages)
      return show(path, moment)
    case .pathChanged(let path): return show(path, moment)
    case .httpAnswered(let tag, let outcome):
      if tag.isUnder(ClinicGroup.prefix) {
        return ClinicGroup.reduce(&clinic, .answered(tag, outcome), at: moment)
      }
      return tag.isUnder(Hours.prefix)
        ? Hours.reduce(&hours, .answered(tag, outcome), at: moment)
        : Board.reduce(&board, .answered(tag, outcome), at: moment)
    case .told("reservation", _), .told("joined", _), .onlineChanged(true):
      return place == .board ? Board.reduce(&board, .shown(today), at: moment) : []
    case .timerFired(Schedule.timer):
      return place == .board ? Board.reduce(&board, .shown(today), at: moment) : []
    default: return []
    }
  }

  /// A place that nobody looks at does not go on asking.
  private mutating func show(_ path: String, _ moment: Moment) -> [Effect] {
    today = moment.now.civil(in: zone).date
    if let id = SchedulePlace.reservation(path: path) {
      place = .board
      return Board.reduce(&board, .sought(id, today), at: moment) + [.replacePath("/schedule")]
    }
    place = SchedulePlace(path: path)
    switch place {
    case .board: return Board.reduce(&board, .shown(today), at: moment)
    case .hours: return [.cancel(Schedule.timer)] + Hours.reduce(&hours, .shown, at: moment)
    case .terms:
      return [.cancel(Schedule.timer)] + Hours.reduce(&hours, .shown, at: moment)
        + ClinicGroup.reduce(&clinic, .shown, at: moment)
    case nil: return [.cancel(Schedule.timer)]
    }
  }

  mutating func titleChange() -> [Effect] {
    let title = Schedule.title(self)
    guard title != documentTitle else { return [] }
    documentTitle = title
    return [.setDocument(title: title, language: language.rawValue)]
  }
}
