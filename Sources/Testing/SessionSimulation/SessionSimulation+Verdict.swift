import Contract
import Session
import Wire

extension SessionSimulation {
  /// From here on nothing goes wrong: everybody is there, and everything that is under way ends.
  func heal() {
    isCalm = true
    for device in devices.indices { devices[device].isOffline = false }
    for client in clients.indices { start(client) }
    quiet()
    for client in clients.indices where clients[client].isRunning { tell(client, .cameBack) }
    quiet()
  }

  /// Until nobody has anything to do.
  func quiet() {
    for _ in 0..<5_000 {
      if !requests.isEmpty {
        carry()
      } else if !replies.isEmpty {
        deliver()
      } else if let client = clients.indices.first(where: { clients[$0].isRunning && clients[$0].isPausing }) {
        clients[client].isPausing = false
        tell(client, .timerFired)
      } else {
        server.settle()
        ledger.settled()
        return
      }
    }
    fault("they never come to rest")
  }

  func judge() {
    for client in clients.indices {
      for id in clients[client].calls.keys.sorted() { fault("c\(client): \(id) never ends") }
      if !clients[client].wants.isEmpty { fault("c\(client) waits for its turn for ever") }
    }
    for device in devices.indices { judge(device) }
    for device in devices.indices where faults.isEmpty { burst(device) }
  }

  /// Whoever holds a token that counts is signed in, and whoever has signed out holds none.
  private func judge(_ device: Int) {
    guard let place = sharedPlace(device), ledger.mayRefresh(place, at: now) else { return }
    let isSomebody = clients.indices.contains { client in
      guard clients[client].device == device, case .signedIn = clients[client].machine.status else { return false }
      return true
    }
    if isSomebody { return }
    if devices[device].isBrowser, devices[device].left.contains(place.session) {
      fault("device \(device) holds the session \(place.session.suffix(4)), which was left")
    }
    let isLeft = devices[device].isBrowser ? devices[device].member == nil : devices[device].file?.isLeaving ?? true
    if !isLeft { fault("device \(device) has a good token, and nobody is signed in") }
  }

  /// A hundred calls at once with a token that has run out: one renewal, a hundred successes, none sent a third time.
  private func burst(_ device: Int) {
    pass(SessionTimes.access + 1_000)
    let callers = clients.indices.filter { client in
      guard clients[client].device == device, case .signedIn = clients[client].machine.status,
        let session = clients[client].session, let place = sharedPlace(device), place.session == session
      else { return false }
      // A process that has yet to hear that somebody else signed in ends its calls, and rightly.
      guard devices[device].isBrowser || clients[client].person == devices[device].fileOwner else { return false }
      return ledger.mayRefresh(place, at: now) && !devices[device].left.contains(session)
    }
    guard !callers.isEmpty else { return }
    let sessions = Set(callers.compactMap { clients[$0].session })
    let (renewed, ended) = (renewals, successes)
    isBurst = true
    for number in 0..<100 { call(callers[number % callers.count], .anything) }
    quiet()
    isBurst = false
    // The tabs of a browser share the new token; a process has no other way to one than to ask.
    let most = devices[device].isBrowser && sessions.count == 1 ? 1 : callers.count
    if renewals - renewed > most { fault("\(renewals - renewed) renewals for a hundred calls on device \(device)") }
    let isOne = sessions.count == 1
    if isOne && successes - ended != 100 { fault("\(successes - ended) of a hundred calls end well on \(device)") }
  }
}
