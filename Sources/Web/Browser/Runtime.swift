import FeatureCore
import Markup
import Wire

/// Runs an app on the page: shell events become actions, states become patches (one a frame), effects are carried out.
/// There is one for as long as the page lives.
public final class Runtime<F: Feature> {
  private let view: (F.State, Timestamp) -> Node<F.Action>
  private let shellAction: (ShellEvent) -> F.Action
  private let page = Page<F.Action>()
  private var store: Store<F>?
  var tickets = Tickets()
  /// 0 while there is none.
  var socket: Int32 = 0
  var lastSocket: Int32 = 0
  /// Effects on the page, which must find the elements of this turn.
  var afterPatch: [Effect] = []
  private var isFrameRequested = false
  private var composer = ComposerMachine()
  private var composerHandle: Int32 = 0

  /// - Parameters:
  ///   - view: draws a state as it looks now; it may keep caches of its own.
  ///   - receive: turns what the browser says into an action of the app.
  public init(
    _ state: F.State, view: @escaping (F.State, Timestamp) -> Node<F.Action>,
    receive: @escaping (ShellEvent) -> F.Action
  ) {
    self.view = view
    shellAction = receive
    let store = Store<F>(state) { [unowned(unsafe) self] effect in self.perform(effect) }
    self.store = store
    store.observe { [unowned(unsafe) self] _ in self.requestFrame() }
  }

  /// Takes the page: from now on all that happens on it comes here.
  public func start() {
    deliverToRuntime = { self.receive($0) }
    requestFrame()
  }

  func tell(_ event: ShellEvent) {
    send(shellAction(event))
  }

  private func send(_ action: F.Action) {
    store?.send(action, at: moment())
  }

  private func moment() -> Moment {
    var entropy: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &entropy) { bytes in
      if let start = bytes.baseAddress { hostRandom(start, Int32(bytes.count)) }
    }
    return Moment(now: now, entropy: entropy)
  }

  private var now: Timestamp { Timestamp(milliseconds: Int64(hostNow())) }

  func requestFrame() {
    if isFrameRequested { return }
    isFrameRequested = true
    HostCall().perform(.requestFrame)
  }

  private func drawFrame() {
    isFrameRequested = false
    guard let store else { return }
    page.draw(view(store.state, now))
    let patches = page.patches
    if !patches.isEmpty {
      patches.words.withUnsafeBufferPointer { words in
        patches.text.withUnsafeBufferPointer { text in
          hostPatch(words.baseAddress, Int32(words.count), text.baseAddress, Int32(text.count))
        }
      }
    }
    let effects = afterPatch
    afterPatch = []
    for effect in effects { carryOutOnPage(effect) }
  }

  /// What the page's event asks of the browser: 1 to prevent what it would do, 2 to start the composer's timer.
  private func receive(_ delivery: Delivery) -> Int32 {
    var delivery = delivery
    switch delivery.kind {
    case .frame:
      drawFrame()
      return 0
    case .composer: return receiveComposer(&delivery)
    case .click, .input, .change, .submit, .scroll, .focus, .blur, .key, .menu, .files:
      return receivePageEvent(&delivery)
    default:
      if let event = shellEvent(&delivery) { tell(event) }
      return 0
    }
  }

  private func receivePageEvent(_ delivery: inout Delivery) -> Int32 {
    let kind = UInt8(truncatingIfNeeded: delivery.kind.rawValue - HostEvent.click.rawValue)
    guard let name = EventName(rawValue: kind), let handler = page.handler(delivery.id, name) else { return 0 }
    var action: F.Action?
    switch handler {
    case .send(let fixed): action = fixed
    case .text(let make):
      page.fieldEdited(delivery.id)
      action = make(delivery.inbox.text() ?? "")
    case .checked(let make):
      page.fieldEdited(delivery.id)
      action = make(delivery.a != 0)
    case .scroll(let make):
      action = make(
        ScrollPosition(fromTop: Int(delivery.a), fromEnd: Int(delivery.b), height: Int(delivery.c)))
    case .key(let make):
      if let key = Key(rawValue: UInt8(truncatingIfNeeded: delivery.a)) { action = make(key) }
    case .files(let make): action = make(broughtFiles(&delivery.inbox))
    case .composer: break
    }
    guard let action else { return 0 }
    send(action)
    return 1
  }

  private func receiveComposer(_ delivery: inout Delivery) -> Int32 {
    let text = delivery.inbox.text() ?? ""
    guard let event = composerEvent(delivery, text),
      case .composer(let textAction, let sendAction)? = page.handler(delivery.id, .composer)
    else { return 0 }
    if delivery.id != composerHandle {
      composer = ComposerMachine()
      composerHandle = delivery.id
    }
    if event == .edited {
      page.fieldEdited(delivery.id)
      send(textAction(text))
    }
    var answer: Int32 = 0
    for command in composer.receive(event) {
      switch command {
      case .preventDefault: answer |= 1
      case .startTimer: answer |= 2
      case .send:
        send(textAction(text))
        send(sendAction)
        page.fieldEdited(delivery.id)
        // At once, so that the next letter does not land behind the text that was sent.
        drawFrame()
      }
    }
    return answer
  }
}
