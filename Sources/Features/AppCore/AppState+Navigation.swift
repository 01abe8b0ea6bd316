import Chat
import Domain
import FeatureCore

extension AppState {
  /// The element that gets the focus when another place is shown.
  public static let mainID = "main"

  enum Step { case push, replace, arrived }

  /// Goes to a place, or to the one that stands for it now.
  mutating func go(to target: Route, _ step: Step, _ moment: Moment) -> [Effect] {
    var effects: [Effect] = []
    let place = resolve(target, &effects)
    let path = place.path(under: configuration.basePath)
    switch step {
    case .push where place == route && !trail.isEmpty: return effects
    case .push:
      trail.append(place)
      effects.append(.pushPath(path))
    case .replace:
      if !trail.isEmpty { trail.removeLast() }
      trail.append(place)
      effects.append(.replacePath(path))
    case .arrived:
      follow(place)
      if place != target { effects.append(.replacePath(path)) }
    }
    return effects + show(place, moment)
  }

  /// The browser does not say whether it went back, forward or along a link: the place before the last tells back.
  private mutating func follow(_ place: Route) {
    if trail.count > 1 && trail[trail.count - 2] == place {
      trail.removeLast()
    } else if trail.last != place {
      trail.append(place)
    }
  }

  private mutating func resolve(_ target: Route, _ effects: inout [Effect]) -> Route {
    if !member.isNone {
      let place = target.isEntrance ? configuration.home.route : reachable(target)
      guard owesConsent, place != .consents else { return place }
      wanted = wanted ?? place
      effects.append(keepWanted())
      return .consents
    }
    guard target.needsSession, reachable(target) == target else { return reachable(target) }
    wanted = target
    effects.append(keepWanted())
    return .signIn
  }

  private func reachable(_ target: Route) -> Route {
    target == .doctors && !configuration.listsDoctors
      ? .unknown(target.path(under: configuration.basePath)) : target
  }

  private func keepWanted() -> Effect {
    .savePreference(
      name: preferenceName("wanted"), value: wanted.map { $0.path(under: configuration.basePath) })
  }

  /// The place that was wanted before signing in, once.
  mutating func takeWanted() -> (Route, [Effect]) {
    guard let place = wanted else { return (configuration.home.route, []) }
    wanted = nil
    return (place, [keepWanted()])
  }

  private mutating func show(_ place: Route, _ moment: Moment) -> [Effect] {
    let before = route
    let isFirst = documentTitle.isEmpty
    route = place
    var effects: [Effect] = []
    if case .room = before, place != before { effects += tellChat(.roomLeft, moment) }
    switch place {
    case .doctors: effects += tellChat(.doctorsShown, moment)
    case .rooms: effects += tellChat(.roomsShown, moment)
    case .room(let id):
      if configuration.isTwoColumn { effects += tellChat(.roomsShown, moment) }
      effects += tellChat(.roomShown(id), moment)
    case .search(let room):
      effects += tellChat(.roomsShown, moment) + tellChat(.search(.shown(room)), moment)
    case .home, .annex, .unknown: break
    }
    guard place != before && !isFirst else { return effects }
    // The place may have a field of its own for it.
    let index = effects.firstIndex { $0.movesFocus } ?? effects.count
    effects.insert(.focus(elementID: Self.mainID), at: index)
    return effects
  }

  /// The header's back button: the browser's way where there is one, else the list above.
  mutating func goBack(_ moment: Moment) -> [Effect] {
    if trail.count > 1 { return [.goBack] }
    return go(to: route.parent ?? configuration.home.route, .replace, moment)
  }
}

extension Effect {
  fileprivate var movesFocus: Bool {
    switch self {
    case .focus, .focusForKeyboard: true
    default: false
    }
  }
}
