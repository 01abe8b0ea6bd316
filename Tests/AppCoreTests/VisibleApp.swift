import Chat
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Wire

@testable import AppCore

/// The app as a person sees it. Tests state every change of what is visible and every effect; the machines inside have
/// tests of their own.
enum VisibleApp: Feature {
  struct State: Equatable {
    var route = Route.home
    var wanted: Route?
    var nick: String?
    var language = Language.ko
    var theme = Theme.system
    var connection: ConnectionModel.Kind?
    var title = ""
    var endMark: String?
    var bubbles: [String] = []
    fileprivate var hidden: Hidden

    init(_ configuration: AppConfiguration) {
      hidden = Hidden(app: ConsultApp.initialState(configuration))
    }

    var app: AppState { hidden.app }

    fileprivate mutating func look() {
      route = app.route
      wanted = app.wanted
      nick = app.member?.person.nick
      language = app.language
      theme = app.theme
      connection = ConsultApp.connection(app)?.kind
      title = ConsultApp.documentTitle(app)
      endMark = app.endMark
      bubbles = (app.chat.conversation?.rows ?? []).compactMap {
        if case .bubble(let bubble) = $0 { (bubble.delivery == nil ? "" : "… ") + bubble.text.joined } else { nil }
      }
    }
  }

  fileprivate struct Hidden: Equatable, CustomReflectable {
    var app: AppState

    static func == (a: Hidden, b: Hidden) -> Bool { true }
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  static func reduce(_ state: inout State, _ action: ConsultApp.Action, at moment: Moment) -> [Effect] {
    let effects = ConsultApp.reduce(&state.hidden.app, action, at: moment)
    state.look()
    return effects
  }
}
