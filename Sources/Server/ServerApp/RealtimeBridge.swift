import Accounts
import Chats
import Contract
import Domain
import HTTPServer
import JSON
import RealtimeServer
import Storage
import Wire

/// Decides who may join which namespace, and turns what happens in rooms into events.
///
/// Namespaces: `/` says nothing; `/chats-{room_id}` has the room's messages, as older clients know it; `/me` is ours
/// and has everything that concerns one person.
struct RealtimeBridge: Sendable {
  let accounts: Accounts
  let chats: Chats

  static let roomPrefix = "/chats-"
  static let personal = "/me"

  static func room(_ id: ID<Room>) -> Channel { Channel("room/" + id.text) }
  static func person(_ id: RowID<Person>) -> Channel { Channel("person/\(id.value)") }
  static func session(_ id: RowID<SessionRow>) -> Channel { Channel("session/\(id.value)") }

  /// The checks come in the order of the reference; their texts are what clients compare.
  func authorize(_ request: ConnectRequest) async -> ConnectAnswer {
    if request.namespace == "/" { return .accepted(channels: []) }
    do {
      let app = try API.app(value("SeSACKey", request))
      let token = value("Authorization", request).flatMap(RequestCredentials.token)
      let caller = try await accounts.authorize(token, app: app)
      let own = Self.session(caller.session)
      if request.namespace == Self.personal {
        return .accepted(channels: [own, Self.person(caller.person)], context: caller)
      }
      guard request.namespace.hasPrefix(Self.roomPrefix) else { return .refused(message: "Invalid namespace") }
      let room = ID<Room>(String(request.namespace.dropFirst(Self.roomPrefix.count)))
      try await chats.checkMembership(in: room, of: caller.person)
      let place = chats.roomRow(room).map { RoomListeners.Place(person: caller.person, room: $0) }
      return .accepted(channels: [own, Self.room(room), Self.person(caller.person)], context: place)
    } catch let refusal as APIError {
      return .refused(message: refusal.message)
    } catch {
      return .refused(message: APIError.internalError.message)
    }
  }

  /// The payload of the client wins over the headers of its handshake.
  private func value(_ name: String, _ request: ConnectRequest) -> String? {
    let member = request.payload?.object?.members.first { asciiEqualIgnoringCase($0.name, name) }
    if let text = member?.value.string { return text }
    return request.headers[name]
  }
}

extension RealtimeServer {
  /// Says why, and closes what the session has open.
  func end(_ over: EndedSession) {
    let channel = RealtimeBridge.session(over.session)
    broadcast(
      RealtimeEvent("session_ended", [["reason": .string(over.reason.rawValue)]]),
      namespace: RealtimeBridge.personal, to: channel)
    disconnect(channel)
  }

  /// Tells those whom it concerns. Called in the order of commits, and keeps it. Nothing is encoded here: this is the
  /// thread that writes.
  func tell(_ event: ChatEvent) {
    guard hasSessions else { return }
    switch event {
    case .sent(let forms):
      let common = SharedEvent { RealtimeEvent("chat", [forms.common.json]) }
      tell(forms, common, "chat")
      tellRoom(forms, common)
    case .changed(let forms): tell(forms, SharedEvent { RealtimeEvent("change", [forms.common.json]) }, "change")
    case .readMoved(let room, let position, let members):
      tell(
        members,
        SharedEvent {
          let read: JSONValue = [
            "room_id": .string(room.text), "user_id": .string(position.personID.text), "seq": .integer(position.seq),
          ]
          return RealtimeEvent("read", [read])
        })
    case .roomShown(let room, let person):
      tell([person], SharedEvent { RealtimeEvent("room", [room.json]) })
    }
  }

  /// Each member, in the member's own form; the common one is encoded once.
  private func tell(_ forms: MessageForms, _ common: SharedEvent, _ name: String) {
    tell(forms.members.filter { forms.others[$0] == nil }, common)
    for (member, form) in forms.others { tell([member], SharedEvent { RealtimeEvent(name, [form.json]) }) }
  }

  /// The room's own namespace, as older clients know it: who must not see a message does not hear of it.
  private func tellRoom(_ forms: MessageForms, _ common: SharedEvent) {
    let namespace = RealtimeBridge.roomPrefix + forms.common.roomID.text
    guard !forms.others.isEmpty else {
      return broadcast(common, namespace: namespace, to: [RealtimeBridge.room(forms.common.roomID)])
    }
    for member in forms.members {
      let form = forms.form(for: member)
      if form.isHidden { continue }
      broadcast(
        SharedEvent { RealtimeEvent("chat", [form.json]) }, namespace: namespace, to: [RealtimeBridge.person(member)])
    }
  }

  private func tell(_ people: [RowID<Person>], _ event: SharedEvent) {
    broadcast(event, namespace: RealtimeBridge.personal, to: people.map { RealtimeBridge.person($0) })
  }

  func tell(_ person: RowID<Person>, _ event: RealtimeEvent) { tell([person], SharedEvent { event }) }
}
