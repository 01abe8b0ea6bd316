import AccountContract
import Accounts
import Contract
import Domain
import Push
import Storage
import Wire

extension CallTable {
  /// Devices, notification settings and the inbox.
  mutating func addPush(
    _ pushes: Pushes, _ counts: NoticeCounts, direct: TryLimiter, clock: @escaping @Sendable () -> Timestamp
  ) {
    serve(AccountAPI.deviceToken) { token, request, caller in
      try await pushes.register(token: token, language: request.language.rawValue, of: caller.session)
      return Nothing()
    }
    serveAnyone(AccountAPI.pushKey) { _, _ in pushes.publicKey }
    serve(AccountAPI.subscribe) { form, request, caller in
      try await pushes.subscribe(form, language: request.language.rawValue, of: caller.session)
      return Nothing()
    }
    serve(AccountAPI.unsubscribe) { _, _, caller in
      try await pushes.drop(of: caller.session)
      return Nothing()
    }
    serve(AccountAPI.notificationSettings) { _, _, caller in try await pushes.level(of: caller.person) }
    serve(AccountAPI.setNotificationSettings) { level, _, caller in
      try await pushes.setLevel(level, of: caller.person)
      return level
    }
    serve(AccountAPI.notices) { query, request, caller in
      try await pushes.notices(query, of: caller.person, language: request.language.rawValue)
    }
    serve(AccountAPI.readNotices) { read, _, caller in
      let unread = try await pushes.markRead(read, of: caller.person)
      counts.tell(caller.person, unread)
      return unread
    }
    serve(AccountAPI.directPush) { push, _, caller in
      try direct.take("\(caller.person.value)", count: Set(push.people).count, at: clock())
      try await pushes.send(push, by: caller.person)
      return Nothing()
    }
  }
}
