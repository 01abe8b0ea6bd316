import Domain
import FeatureCore
import Wire

/// The kinds of wishes as they cross; annex.js writes the last two itself.
private enum WishKind: Int32 {
  case back, signOut, renewal, language, theme, signIn, signedIn
}

extension Runtime {
  func performForAnnex(_ effect: Effect) {
    switch effect {
    case .ask(let request, let asking, let tag): fetch(request, tag, .ask, asking: asking)
    case .wish(let wish): perform(wish)
    case .push(.check): HostCall().perform(.push)
    case .push(.subscribe(let key)): HostCall(key).perform(.push, number: 1)
    case .push(.unsubscribe): HostCall().perform(.push, number: 2)
    case .admitSignIn: HostCall().perform(.admitSignIn)
    case .tellAnnex(let name, let payload): HostCall(name, payload).perform(.tellAnnex)
    default: break
    }
  }

  private func perform(_ wish: AnnexWish) {
    switch wish {
    case .back: perform(.back, "")
    case .signOut: perform(.signOut, "")
    case .renewal: perform(.renewal, "")
    case .language(let language): perform(.language, language.rawValue)
    case .theme(let theme): perform(.theme, theme.rawValue)
    case .signIn, .signedIn: break
    }
  }

  /// By the operand: unsupported, refused, off, on with its three texts.
  private func standing(_ delivery: inout Delivery) -> PushStanding {
    switch delivery.a {
    case 1: return .refused
    case 2: return .off
    case 3:
      guard let endpoint = delivery.inbox.text(), let key = delivery.inbox.text(), let auth = delivery.inbox.text()
      else { return .off }
      return .on(endpoint: endpoint, p256dh: key, auth: auth)
    default: return .unsupported
    }
  }

  private func perform(_ kind: WishKind, _ text: String) {
    HostCall(text).perform(.wish, number: kind.rawValue)
  }

  func annexEvent(_ delivery: inout Delivery) -> ShellEvent? {
    if delivery.kind == .told {
      guard let name = delivery.inbox.text(), let payload = delivery.inbox.text() else { return nil }
      return .told(name: name, payload: payload)
    }
    if delivery.kind == .pushTold { return .pushStanding(standing(&delivery)) }
    let text = delivery.inbox.bytes() ?? []
    switch WishKind(rawValue: delivery.a) {
    case .back: return .wished(.back)
    case .signOut: return .wished(.signOut)
    case .renewal: return .wished(.renewal)
    case .language: return Language(rawValue: String(decoding: text, as: UTF8.self)).map { .wished(.language($0)) }
    case .theme: return Theme(rawValue: String(decoding: text, as: UTF8.self)).map { .wished(.theme($0)) }
    case .signIn: return .wished(.signIn)
    case .signedIn: return .wished(.signedIn(HTTPResponse(Int(delivery.b), body: text)))
    case nil: return nil
    }
  }
}
