import ChatSync
import Contract
import Domain
import Seeded
import Session
import Wire

extension Simulation {
  /// What changes something leaves when the device has written down that it does, or cannot write.
  func call(_ device: Int, _ purpose: SimulatedDevice.Purpose, _ endpoint: Endpoint) {
    guard devices[device].isRunning else { return }
    let mayWait = purpose.isChange && !devices[device].isRefused && mutant != .sentBeforeWritten
    guard mayWait, !devices[device].journal.isEmpty else { return leave(device, purpose, endpoint) }
    devices[device].held.append(.init(after: devices[device].given, purpose: purpose, endpoint: endpoint))
  }

  func leave(_ device: Int, _ purpose: SimulatedDevice.Purpose, _ endpoint: Endpoint) {
    if case .send(_, let clientID) = purpose { checkLeaving(clientID, device) }
    devices[device].lastCall += 1
    let id = "\(devices[device].lastCall)"
    devices[device].calls[id] = purpose
    tellSession(device, .call(id, endpoint))
  }

  private func checkLeaving(_ clientID: String, _ device: Int) {
    if devices[device].shared.writer != device { fault("d\(device) sends \(clientID) without the lock") }
    if record.announced.contains(clientID) { return }
    if devices[device].isRefused {
      record.loose.insert(clientID)
    } else {
      fault("\(clientID) leaves d\(device) before that is written down")
    }
  }

  func tellSession(_ device: Int, _ event: SessionMachine.Event) {
    let life = devices[device].life
    for command in devices[device].session.receive(event, entropy: random.next()) {
      guard devices[device].life == life else { return }
      if isUnlucky(device) { return }
      perform(command, device)
    }
  }

  private func perform(_ command: SessionMachine.Command, _ device: Int) {
    let life = devices[device].life
    switch command {
    case .send(let id, let endpoint, let token):
      requests.append(Request(device: device, life: life, id: id, endpoint: endpoint, token: token))
    case .refresh(let generation, let endpoint, let token):
      requests.append(
        Request(device: device, life: life, id: "", generation: generation, endpoint: endpoint, token: token))
    case .finish(let id, let finish): self.finish(device, id, finish)
    case .token(let token): join(device, token: token)
    case .tokenUnavailable: devices[device].isConnecting = false
    case .startTimer: devices[device].isSessionPausing = true
    case .sessionStarted(let answer), .sessionRenewed(let answer):
      devices[device].shared.records[devices[device].sessionKey] = answer.refreshToken
    case .sessionEnded: fault("d\(device) was signed out")
    case .cancel, .leaving, .signInMayStart: break
    }
  }

  /// One call reaches the server, or not; once or twice; and its answer comes back, at once, late or never.
  func exchange() {
    guard !requests.isEmpty else { return }
    let request = requests.remove(at: isCalm ? 0 : random.below(requests.count))
    if !isCalm && random.chance(12) {
      note("d\(request.device) \(request.endpoint.route) is lost")
      reply(request, .unreachable)
      return
    }
    let outcome = serve(request, dies: !isCalm && random.below(250) == 0)
    if !isCalm && random.chance(3) { _ = serve(request, dies: false) }
    if !isCalm && random.chance(12) {
      reply(request, .unreachable)
    } else {
      reply(request, outcome)
      if isCalm || random.chance(60) { deliverReply(last: true) }
    }
  }

  /// - Parameter dies: the server is killed between the commit and the answer.
  private func serve(_ request: Request, dies: Bool) -> SessionMachine.Outcome {
    let device = devices[request.device]
    serverClock += 1
    if !isCalm && random.below(100) == 0 { serverClock += Int64(random.below(7_200_000)) - 3_600_000 }
    if case .refresh(let token) = request.endpoint {
      return Self.outcome(sessions.refresh(token, of: request.device, device.me))
    }
    if let refusal = sessions.check(request.token, of: request.device) { return .refused(refusal) }
    let isCuttable = cutsWrites && !isCalm && Self.isLearnt(request.endpoint)
    // Few operations make a transaction: its pages go in one write.
    if isCuttable && random.below(10) == 0 { store.cut(after: 1 + random.below(3)) }
    let handled = store.call(request.endpoint, by: device.person, at: Timestamp(milliseconds: serverClock))
    if isCuttable && store.endCut() {
      note("the power goes")
      crashServer()
      learn(request.endpoint, by: device.person)
      return .unreachable
    }
    note("the server does \(request.endpoint.route) for d\(request.device)")
    record.did(request.endpoint, by: device.person, handled, store)
    if dies {
      crashServer()
      return .unreachable
    }
    publish(handled.told)
    return Self.outcome(handled.outcome)
  }

  /// Whether what the server then has says what became of the call.
  private static func isLearnt(_ endpoint: Endpoint) -> Bool {
    switch endpoint {
    case .send, .edit, .delete, .react, .markRead: true
    default: false
    }
  }

  /// The power went in the middle of writing: it has happened as a whole, or not at all.
  private func learn(_ endpoint: Endpoint, by person: Int) {
    let me = store.people[person].id
    let id: ID<Room>
    let isIt: (Message) -> Bool
    switch endpoint {
    case .send(let room, let draft):
      (id, isIt) = (room, { $0.sender.id == me && $0.clientID == draft.clientID })
    case .delete(let room, let message):
      (id, isIt) = (room, { $0.sender.id == me && $0.id == message && $0.isDeleted })
    case .react(let room, let message, let emoji, let isOn):
      (id, isIt) = (
        room,
        { seen in
          let isThere = seen.reactions.contains { $0.emoji == emoji && $0.personIDs.contains(me) }
          return seen.id == message && isThere == isOn
        }
      )
    default: return
    }
    guard let room = store.rooms.firstIndex(where: { $0.id == id }) else { return }
    guard let message = view(room, of: person).messages.first(where: isIt) else {
      return note("the power goes: it was not done, or cannot be seen")
    }
    note("the power goes: it was done")
    record.did(endpoint, by: person, Handled(.success(.message(message))), store)
  }

  private static func outcome(_ result: Result<Answer, APIError>) -> SessionMachine.Outcome {
    switch result {
    case .success(let answer): .success(answer)
    case .failure(let error): .refused(error)
    }
  }

  func reply(_ request: Request, _ outcome: SessionMachine.Outcome) {
    replies.append(
      Reply(
        device: request.device, life: request.life, id: request.id, generation: request.generation, outcome: outcome))
  }

  func deliverReply(last: Bool = false) {
    guard !replies.isEmpty else { return }
    let reply = replies.remove(at: last ? replies.count - 1 : random.below(replies.count))
    guard devices[reply.device].life == reply.life else { return }
    if let generation = reply.generation {
      tellSession(reply.device, .refreshAnswered(generation: generation, reply.outcome))
    } else {
      tellSession(reply.device, .answered(reply.id, reply.outcome))
    }
  }

  private func finish(_ device: Int, _ id: String, _ finish: SessionMachine.Finish) {
    guard let purpose = devices[device].calls.removeValue(forKey: id) else { return }
    switch purpose {
    case .rooms: finishRooms(device, finish)
    case .history(let place, let before):
      tell(
        device, place,
        .historyFetched(before: before, result(finish) { if case .history(let page) = $0 { page } else { nil } }))
    case .changes(let place, let after):
      tell(
        device, place,
        .changesFetched(after: after, result(finish) { if case .changes(let page) = $0 { page } else { nil } }))
    case .send(let place, let clientID):
      let sent: SyncResult<Message> = result(finish) { if case .message(let one) = $0 { one } else { nil } }
      if case .success(let message) = sent { record.acknowledged.insert(message.id) }
      if case .refused = sent {
        record.requeued.insert(clientID)
        // What was written down was this attempt; the next is another.
        record.announced.remove(clientID)
      }
      tell(device, place, .sent(clientID: clientID, sent))
      if case .success(let message) = sent { list(device, message) }
    case .operate(let place, let id):
      let done: SyncResult<Message> = result(finish) { if case .message(let one) = $0 { one } else { nil } }
      tell(device, place, .operated(id: id, done))
      if case .success(let message) = done { list(device, message) }
    case .markRead(let place, let seq): tell(device, place, .markedRead(seq, result(finish) { _ in true }))
    case .markAllRead:
      let told: SyncResult<Bool> = result(finish) { _ in true }
      devices[device].write(
        devices[device].list.readsTold(mutant == .readsNotRepeated ? .success(true) : told))
      if told != .unreachable {
        tellReads(device)
        askRooms(device)
      }
    case .setting(let place):
      guard case .success(.room(let room)) = finish else { return }
      devices[device].write(devices[device].list.merge(room, me: devices[device].me.id))
      tell(device, place, .roomArrived(room))
    case .block: break
    }
  }

  private func result<Value>(_ finish: SessionMachine.Finish, _ pick: (Answer) -> Value?) -> SyncResult<Value> {
    switch finish {
    case .success(let answer): pick(answer).map { .success($0) } ?? .unreachable
    case .refused(let error): SyncResult(error)
    case .unreachable, .signedOut: .unreachable
    }
  }

  func askRooms(_ device: Int) {
    guard !devices[device].calls.values.contains(.rooms) else { return }
    devices[device].list.asked()
    call(device, .rooms, .rooms)
  }

  private func finishRooms(_ device: Int, _ finish: SessionMachine.Finish) {
    guard case .success(.rooms(var rooms)) = finish else {
      // An app asks again after a pause; here the next connection does.
      return
    }
    let life = devices[device].life
    if mutant == .settingsNotTaken {
      for index in rooms.indices {
        guard let old = devices[device].list[rooms[index].id] else { continue }
        (rooms[index].isMuted, rooms[index].pinned) = (old.isMuted, old.pinned)
      }
    }
    devices[device].write(devices[device].list.replace(with: rooms))
    for place in devices[device].places.indices {
      guard devices[device].life == life else { return }
      let id = devices[device].places[place].machine.roomID
      if let room = devices[device].list[id] { tell(device, place, .roomArrived(room)) }
    }
    if devices[device].life == life { tellAll(device, .reached) }
    if devices[device].life == life { tellReads(device) }
  }

  func tellReads(_ device: Int) {
    let reads = devices[device].list.nextReads()
    if !reads.isEmpty { call(device, .markAllRead, .markAllRead(reads)) }
  }
}
