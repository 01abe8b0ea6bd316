import AppCore
import Chat
import Components
import Domain
import FeatureCore
import Markup
import Wire

/// Draws a whole consult app from its state: one place at a time on a phone; for the doctor, the list and the
/// conversation side by side where the screen is wide (the style sheet decides by width).
public final class AppScreen {
  private let conversation = ConversationScreen()

  public init() {}

  public func draw(_ state: AppState, now: Timestamp) -> Node<ConsultApp.Action> {
    div(.class("app"), .class("wide", when: state.configuration.isTwoColumn && !state.member.isNone)) {
      banner(ConsultApp.banner(state)?.text)
      if state.configuration.isTwoColumn, let pane = pane(state.route) {
        columns(state, now, pane)
      } else {
        main(.key("place"), .id(AppState.mainID), .set(.tabindex, "-1")) { place(state, now) }
        if hasTabs(state.route) { tabBar(state) }
      }
      toast(state.chat.noticeText, dismissLabel: ConsultApp.closeLabel(state))
      openSheet(state)
      ViewerModel(state.chat, now: now).map(viewer)
    }
  }

  /// Which of the two columns a narrow screen shows; nil for places that take the whole width.
  private func pane(_ route: Route) -> String? {
    switch route {
    case .rooms, .search: "list"
    case .room: "room"
    default: nil
    }
  }

  private func hasTabs(_ route: Route) -> Bool {
    switch route {
    case .room, .search: false
    default: true
    }
  }

  private func columns(_ state: AppState, _ now: Timestamp, _ pane: String) -> Node<ConsultApp.Action> {
    main(.key("columns"), .id(AppState.mainID), .set(.tabindex, "-1"), .class("columns two"), .set(.dataPane, pane)) {
      div(.key("list"), .class("pane pane-list")) {
        if case .search = state.route, let model = SearchModel(state.chat, now: now) {
          searchScreen(model)
        } else {
          roomListScreen(
            RoomListModel(state.chat, now: now), findDoctorLabel: ConsultApp.findDoctorLabel(state))
          tabBar(state)
        }
      }
      div(.key("room"), .class("pane pane-room")) {
        if let open = room(state, now) {
          open
        } else {
          let choose = ConsultApp.chooseRoom(state)
          face(.chat, title: choose.title, text: choose.text)
        }
      }
    }
  }

  private func place(_ state: AppState, _ now: Timestamp) -> Node<ConsultApp.Action> {
    switch state.route {
    case .home: welcomeScreen(ConsultApp.welcome(state))
    // Of another person, another element: nothing of one is seen by the next.
    case .annex(let path):
      div(
        .key("annex " + (state.member?.person.id.text ?? "")), .class("annex"),
        .set(.dataAnnex, ConsultApp.annexPlace(path, state)))
    case .doctors:
      doctorListScreen(DoctorListModel(state.chat))
    case .rooms:
      roomListScreen(
        RoomListModel(state.chat, now: now), findDoctorLabel: ConsultApp.findDoctorLabel(state))
    case .room: room(state, now) ?? welcomeScreen(ConsultApp.welcome(state))
    case .search:
      SearchModel(state.chat, now: now).map(searchScreen) ?? welcomeScreen(ConsultApp.welcome(state))
    case .unknown: notFoundScreen(ConsultApp.notFound(state))
    }
  }

  private func room(_ state: AppState, _ now: Timestamp) -> Node<ConsultApp.Action>? {
    guard let model = ConversationModel(state.chat) else { return nil }
    return conversation.draw(model, ConsultModel(state.chat, now: now))
  }

  private func tabBar(_ state: AppState) -> Node<ConsultApp.Action>? {
    let items = ConsultApp.tabs(state)
    guard !items.isEmpty else { return nil }
    return tabs(items.map { TabItem(Self.icon($0.tab), $0) }, label: ConsultApp.welcome(state).name)
  }

  private static func icon(_ tab: AppTab) -> Icon {
    switch tab {
    case .doctors: .doctor
    case .rooms: .chat
    case .schedule: .calendar
    case .me: .person
    }
  }
}

extension TabItem {
  fileprivate init(_ icon: Icon, _ model: TabModel) {
    self.init(
      icon, label: model.label, spoken: model.spoken, path: model.path, isSelected: model.isSelected,
      badge: model.badge)
  }
}
