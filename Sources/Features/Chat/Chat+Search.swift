import ChatSync
import Contract
import Domain
import FeatureCore
import Wire

extension Chat {
  /// Looking for messages by a part of their text.
  public struct Search: Equatable, Sendable {
    /// nil: in all rooms.
    public let room: ID<Room>?
    public internal(set) var query = ""
    /// What the results belong to.
    var asked = ""
    var results: [Message] = []
    var cursor: String?
    var loading = Loading.loaded
    /// Of the newest question; the answers to older ones are not wanted any more.
    var number = 0
  }

  public enum SearchAction: Equatable, Sendable {
    /// nil: in all rooms.
    case shown(ID<Room>?)
    case typed(String)
    case moreTapped
    case retryTapped
    case resultTapped(ID<Room>, Int64)
  }

  /// The field of the search.
  public static let searchID = "search"
  static let shortestQuery = 2

  static func searchPath(_ room: ID<Room>?) -> String { "/search" + (room.map { "/" + $0.text } ?? "") }

  static func search(_ state: inout State, _ action: SearchAction, _ moment: Moment) -> [Effect] {
    switch action {
    case .shown(let room):
      if state.search?.room != room || state.search.isNone { state.search = Search(room: room) }
      return [.focus(elementID: searchID)]
    case .typed(let text):
      guard !state.search.isNone, state.search?.query != text else { return [] }
      state.search?.query = text
      return [.startTimer(milliseconds: 300, ChatTag.searchTimer.tag)]
    case .moreTapped: return askSearch(&state, isMore: true)
    case .retryTapped: return askSearch(&state, isMore: false)
    case .resultTapped(let room, let seq):
      state.aim = Aim(room: room, seq: seq)
      return [.pushPath(path(of: room))]
    }
  }

  static func searchSettled(_ state: inout State) -> [Effect] {
    guard let search = state.search else { return [] }
    let text = ChatText.trimmed(search.query)
    if text == search.asked { return [] }
    state.search?.results = []
    state.search?.cursor = nil
    state.search?.asked = text
    guard text.count >= shortestQuery else {
      state.search?.loading = .loaded
      state.search?.number += 1
      return []
    }
    return askSearch(&state, isMore: false)
  }

  private static func askSearch(_ state: inout State, isMore: Bool) -> [Effect] {
    guard var search = state.search, !isMore || !search.cursor.isNone, search.asked.count >= shortestQuery else {
      return []
    }
    search.loading = .loading
    search.number += 1
    state.search = search
    let wanted = MessageSearch(
      text: search.asked, room: search.room, cursor: isMore ? search.cursor : nil, limit: 30)
    return [.call(.search(wanted), ChatTag.search(search.number).tag)]
  }

  static func found(_ state: inout State, _ number: Int, _ outcome: CallOutcome) -> [Effect] {
    guard state.search?.number == number else { return [] }
    switch outcome {
    case .success(.found(let page)):
      state.search?.loading = .loaded
      state.search?.cursor = page.nextCursor
      let known = state.search?.results ?? []
      for message in page.messages where !message.isGone && !known.contains(where: { $0.id == message.id }) {
        state.search?.results.append(message)
      }
      // The server ends its look before the end, and need not have found anything by then.
      if state.search?.results.count == known.count { return askSearch(&state, isMore: true) }
    case .failure(.refused(let error)): state.search?.loading = .refused(error.code)
    case .success, .failure: state.search?.loading = .unreachable
    }
    return []
  }
}
