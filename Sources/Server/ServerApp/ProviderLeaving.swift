import Domain
import JSON
import Jobs
import Providers
import Storage
import Wire

extension JobKind {
  /// Tells a provider that somebody has left.
  static let leaveProvider = JobKind(rawValue: "leave_provider")
}

/// What providers are told when an account goes, and when a way in is closed: the consent there is given back.
enum ProviderLeaving {
  /// Before a person is erased, in that transaction and while everything is still there.
  static func willErase(_ person: RowID<Person>, _ tables: Tables, at now: Timestamp) throws {
    for identity in try tables.identities.list(of: person) { try willClose(identity, tables, at: now) }
  }

  /// Before one way in is closed, in that transaction. Its grant goes.
  static func willClose(_ identity: IdentityRow, _ tables: Tables, at now: Timestamp) throws {
    guard let provider = Provider(rawValue: identity.kind.rawValue) else { return }
    var payload: JSONObject = ["provider": .string(provider.rawValue), "subject": .string(identity.subject)]
    if let grant = try tables.providers.grants(of: identity.person).first(where: { $0.provider == provider.rawValue }) {
      payload["client"] = .string(grant.client)
      payload["sealed"] = .string(grant.sealed)
      try tables.providers.deleteGrant(provider.rawValue, of: identity.person)
    }
    try tables.jobs.add(kind: .leaveProvider, payload: .object(payload), runAt: now)
  }

  /// Four days and more: nobody can try it again afterwards.
  static let retries = RetryPolicy(attempts: 30, longestPause: 6 * 3_600_000)

  /// The person's name at the provider and the sealed token are there as long as it is tried, and no longer: they are
  /// those of somebody who has left.
  static func handler(_ providers: Providers, _ store: DataStore) -> JobHandler {
    JobHandler(kind: .leaveProvider, parallel: 2, retries: retries, keepsDead: false) { job in
      guard let provider = job.payload["provider"]?.string.flatMap(Provider.init(rawValue:)),
        let kind = IdentityKind(rawValue: provider.rawValue), let subject = job.payload["subject"]?.string
      else { throw JobFailure.never("whom it was about is forgotten") }
      // Linked again meanwhile, or to an account of another realm: their consent is one, and it stands.
      if try await store.read({ try $0.identities.isKnown(kind, subject) }) { return .nothing }
      var grant: ProviderGrantRow?
      if let client = job.payload["client"]?.string, let sealed = job.payload["sealed"]?.string {
        grant = ProviderGrantRow(provider: provider.rawValue, client: client, sealed: sealed)
      }
      do { try await providers.leave(provider, subject: subject, grant: grant) } catch {
        throw JobFailure.again("\(provider.rawValue): \(error)")
      }
      return .nothing
    }
  }
}
