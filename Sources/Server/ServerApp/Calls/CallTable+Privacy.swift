import AccountContract
import Accounts
import Contract
import Domain
import Files
import Privacy
import Storage
import Wire

/// What the routes around a person's data need.
struct PrivacyDesk: Sendable {
  let privacy: Privacy
  let files: Files
  let identifiers: Identifiers
  let ways: WaysDesk
  let clock: @Sendable () -> Timestamp

  /// - Parameter password: nil where the older route asks for none.
  func erase(_ caller: Principal, _ call: API.Call, _ answer: HTTPResponse) async throws -> HTTPResponse {
    let open = try await privacy.erase(caller.person, by: .person, address: call.host)
    guard open.isEmpty else { return APIError.openReservations(open.map(Self.matter)) }
    Task { [privacy] in try? await privacy.finishErasures() }
    var response = answer
    if call.isWeb { response.headers.add("Set-Cookie", call.cookie.clearing) }
    return response
  }

  static func matter(_ open: Obligation) -> OpenMatter {
    OpenMatter(kind: open.kind == .reservation ? .reservation : .order, id: open.id, title: open.title, at: open.at)
  }

  func state(_ row: ExportRow?, _ caller: Principal) -> ExportState {
    guard let row else { return ExportState(stage: .none) }
    var state = ExportState(stage: .preparing, createdAt: row.createdAt, expiresAt: row.expiresAt, size: row.size)
    switch row.state {
    case .preparing: break
    case .failed: state.stage = .failed
    case .ready:
      guard clock() < row.expiresAt else { return ExportState(stage: .none) }
      state.stage = .ready
      state.url = files.archiveLink(row, session: caller.session)
    }
    return state
  }
}

extension CallTable {
  /// The archive, the way out, and the records.
  mutating func addPrivacy(_ desk: PrivacyDesk) {
    serve(AccountAPI.export) { _, _, caller in
      desk.state(try await desk.privacy.export(of: caller.person), caller)
    }
    serve(AccountAPI.startExport) { _, call, caller in
      let (name, key) = try desk.files.newArchive()
      let row = try await desk.privacy.startExport(
        of: caller.person, session: caller.session, address: call.host, name: name, key: key)
      return desk.state(row, caller)
    }
    serve(AccountAPI.erasePreview) { _, _, caller in
      let proof = try await desk.ways.accounts.proof(of: caller)
      let open = try await desk.privacy.open(of: caller.person)
      return ErasePreview(
        open: open.map(PrivacyDesk.matter), hasPassword: proof.hasPassword, isFresh: proof.isFresh)
    }
    respond(AccountAPI.erase) { password, call, caller in
      try await desk.ways.proving(caller) { try await desk.ways.accounts.checkProof(password, of: caller) }
      return try await desk.erase(caller, call, AccountAPI.erase.response(Nothing()))
    }
    respond(AccountAPI.withdraw) { _, call, caller in
      guard let person = try await desk.privacy.person(caller.person) else { throw APIError.personGone }
      let gone = Withdrawn(id: desk.identifiers.id(person.id), email: person.email, nick: person.nick)
      return try await desk.erase(caller, call, AccountAPI.withdraw.response(gone))
    }
    addRecords(desk)
  }

  private mutating func addRecords(_ desk: PrivacyDesk) {
    let identifiers = desk.identifiers
    serve(AccountAPI.activity) { query, _, caller in
      let rows = try await desk.privacy.activity(
        of: caller.person, before: Self.place(query, AuditRow.self, identifiers), limit: query.limit + 1)
      let entries = rows.map { row in
        ActivityEntry(
          id: identifiers.id(RowID<AuditRow>(row.id)).text, kind: row.entry.kind.rawValue,
          actor: row.entry.actor.rawValue, detail: row.entry.detail, address: row.entry.address, at: row.entry.at)
      }
      return Self.page(entries, query) { $0.id }
    }
    serve(AccountAPI.fileOpenings) { query, _, caller in
      let rows = try await desk.privacy.openings(
        of: caller.person, before: Self.place(query, OpeningRow.self, identifiers), limit: query.limit + 1)
      let entries = rows.map { row in
        FileOpeningEntry(
          id: identifiers.id(RowID<OpeningRow>(row.id)).text, path: "/data/chats/" + row.fileName, title: row.title,
          kind: row.kind, roomID: identifiers.id(row.roomID), person: identifiers.person(row.person),
          isMe: row.person.id == caller.person, variant: row.variant, at: row.openedAt)
      }
      return Self.page(entries, query) { $0.id }
    }
  }

  /// The number below which a page begins. - Throws: 400 for a cursor that was not made here.
  private static func place<Row: Identified>(
    _ query: RecordQuery, _ row: Row.Type, _ identifiers: Identifiers
  ) throws(APIError) -> Int64 {
    guard let cursor = query.cursor, cursor != "0" else { return .max }
    guard let place = identifiers.row(ID<Row>(cursor)) else { throw .badRequest }
    return place.value
  }

  /// One more entry than asked for says that there are more.
  private static func page<Entry>(
    _ entries: [Entry], _ query: RecordQuery, id: (Entry) -> String
  ) -> RecordPage<Entry> {
    let shown = Array(entries.prefix(query.limit))
    return RecordPage(entries: shown, next: entries.count > query.limit ? shown.last.map(id) : nil)
  }
}
