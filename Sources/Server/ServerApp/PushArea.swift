import AccountContract
import Chats
import Contract
import Domain
import Foundation
import JSON
import Jobs
import Outgoing
import Push
import RealtimeServer
import Storage
import Synchronization
import Wire

/// Pushes, and the services that they go through.
struct PushArea: Sendable {
  let pushes: Pushes

  init(
    _ settings: PushSettings, store: DataStore, secrets: ServerSecrets, outgoing: OutgoingClient, jobs: JobRunner,
    presence: PresenceClient, chats: Chats, counts: NoticeCounts, clock: @escaping @Sendable () -> Timestamp,
    server: @escaping @Sendable () -> RealtimeServer?
  ) throws(StartError) {
    guard let identity = ServerIdentity(privateKey: secrets.pushKey, contact: settings.contact) else {
      throw .badKey("push.key")
    }
    let web = WebPush(identity: identity, outgoing: outgoing, mayBeLocal: settings.mayBeLocal)
    var clients: [DeviceRow.Way: PushClient] = [.web: web.client]
    if let path = settings.fcmKeyPath {
      guard let account = Self.text(path).flatMap(FCMAccount.init(keyFile:)) else { throw .badKey(path) }
      clients[.fcm] = FCMPush(account: account, server: settings.fcmServer, outgoing: outgoing).client
    }
    if let path = settings.apnsKeyPath {
      let account = Self.text(path).flatMap { pem in
        APNsAccount(pem: pem, keyID: settings.apnsKeyID, team: settings.apnsTeam, topics: settings.apnsTopics)
      }
      guard let account else { throw .badKey(path) }
      clients[.apns] = APNsPush(account: account, server: settings.apnsServer, outgoing: outgoing).client
    }
    pushes = Pushes(
      store: store, identifiers: secrets.identifiers, settings: settings, identity: identity, clients: clients,
      presence: presence, clock: clock,
      tell: { person, notice, unread in
        var object = Notice.form.print(notice)
        object["unread"] = .integer(unread)
        counts.note(person, unread)
        server()?.tell(person, RealtimeEvent("notice", [.object(object)]))
      }, checkMayReach: { try chats.checkMayReach($0, by: $1, $2, at: $3) }, wake: { jobs.wake() })
  }

  private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  var handler: JobHandler {
    let retries = RetryPolicy(attempts: 8, firstPause: 2_000, longestPause: 600_000)
    // One of yesterday is of no use to anybody.
    return JobHandler(kind: .push, parallel: 16, retries: retries, keepsDead: false) { [pushes] job in
      do {
        try await pushes.deliver(job.payload)
      } catch let failure as PushFailure {
        throw JobFailure(failure)
      }
      return .nothing
    }
  }
}

extension JobFailure {
  fileprivate init(_ failure: PushFailure) {
    switch failure {
    case .gone: self = .never("the device is gone")
    case .again(let text, let wait): self = .again(text, afterMilliseconds: wait)
    case .never(let text): self = .never(text)
    }
  }
}

/// Who listens to the namespace of a room, as older clients do while they show it.
final class RoomListeners: Sendable {
  struct Place: Hashable, Sendable {
    var person: RowID<Person>
    var room: RowID<Room>
  }

  private let counts = Mutex<[Place: Int]>([:])

  func joined(_ member: RealtimeMember) {
    guard let place = member.context as? Place else { return }
    counts.withLock { $0[place, default: 0] += 1 }
  }

  func left(_ member: RealtimeMember) {
    guard let place = member.context as? Place else { return }
    counts.withLock { counts in
      let count = counts[place, default: 0] - 1
      counts[place] = count > 0 ? count : nil
    }
  }

  func presence(_ liveness: Liveness) -> PresenceClient {
    PresenceClient(isOnline: { liveness.isOnline($0) }, isInRoom: { self.contains($0, $1) })
  }

  private func contains(_ person: RowID<Person>, _ room: RowID<Room>) -> Bool {
    counts.withLock { $0[Place(person: person, room: room)] != nil }
  }
}
