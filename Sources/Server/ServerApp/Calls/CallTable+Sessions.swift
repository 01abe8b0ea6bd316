import AccountContract
import Accounts
import Contract
import Domain
import Storage
import Wire

extension CallTable {
  mutating func addSessions(_ accounts: Accounts) {
    serve(AccountAPI.sessions) { _, _, caller in
      try await accounts.sessions(of: caller.person).map { row in
        SessionEntry(
          id: accounts.sessionID(row.id).text, app: row.app.rawValue, deviceName: row.device.name,
          platform: row.device.platform, createdAt: row.createdAt, lastUsedAt: row.lastUsedAt,
          isThis: row.id == caller.session)
      }
    }
    respond(AccountAPI.endSession) { id, call, caller in
      let isOwn = accounts.sessionID(caller.session) == ID<SessionRow>(id)
      try await accounts.endSession(ID(id), by: caller, address: call.host)
      var response = AccountAPI.endSession.response(Nothing())
      if isOwn && call.isWeb { response.headers.add("Set-Cookie", call.cookie.clearing) }
      return response
    }
    respond(AccountAPI.endSessions) { isAll, call, caller in
      try await accounts.endSessions(
        of: caller.person, except: isAll ? nil : caller.session, .remote, address: call.host)
      var response = AccountAPI.endSessions.response(Nothing())
      if isAll && call.isWeb { response.headers.add("Set-Cookie", call.cookie.clearing) }
      return response
    }
  }
}
