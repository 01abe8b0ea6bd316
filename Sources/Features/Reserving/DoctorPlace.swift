import BookingContract
import Contract
import Domain
import FeatureCore
import JSON
import Wire

/// What a patient reads of a doctor before reserving.
public enum DoctorPlace: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var id = ID<Person>("")
    public internal(set) var page = Loaded<DoctorPage>.loading
    public internal(set) var isOpeningRoom = false
    public internal(set) var failure: CallFailure?

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown(ID<Person>)
    case retryTapped
    case slotTapped(Slot)
    case timesTapped
    case roomTapped
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "doctor/"
  static let pageTag = Tag("doctor/page")
  static let roomTag = Tag("doctor/room")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown(let id):
      state.failure = nil
      if state.id != id { state = State() }
      state.id = id
      return [BookingAPI.doctorPage.ask(id, pageTag)]
    case .retryTapped:
      state.page.begin()
      return [BookingAPI.doctorPage.ask(state.id, pageTag)]
    case .slotTapped(let slot): return [.pushPath(BookingPath.book(state.id, slot.start))]
    case .timesTapped: return [.pushPath(BookingPath.times(state.id))]
    case .roomTapped: return openRoom(&state)
    case .answered(pageTag, let outcome):
      switch BookingAPI.doctorPage.outcome(outcome) {
      case .success(let page) where page.doctor.id == state.id: state.page = .value(page)
      case .success: break
      case .failure(let failure): state.page.fail(failure)
      }
    case .answered(roomTag, let outcome): return enter(outcome, &state)
    case .answered: break
    }
    return []
  }

  private static func openRoom(_ state: inout State) -> [Effect] {
    guard !state.isOpeningRoom else { return [] }
    state.isOpeningRoom = true
    state.failure = nil
    let request = Endpoint.openRoom(opponent: state.id).request(key: "", accessToken: nil, web: true)
    return [.ask(request, .person, roomTag)]
  }

  private static func enter(_ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    state.isOpeningRoom = false
    guard case .response(let response) = outcome else {
      state.failure = .unreachable
      return []
    }
    guard (200..<300).contains(response.status),
      let room = (try? JSONValue(parsing: response.body))?["room_id"]?.string
    else {
      state.failure = .refused(APIError(parsing: response))
      return []
    }
    return [.pushPath("/chats/" + PercentEncoding.encode(segment: room))]
  }
}
