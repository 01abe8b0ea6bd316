import AccountContract
import Contract
import Domain
import Storage
import Wire

extension Accounts {
  var codeSent: CodeSent {
    CodeSent(expiresInSeconds: book.expiresInSeconds, resendAfterSeconds: book.resendAfterSeconds)
  }

  var codeMinutes: Int64 { max(1, settings.codes.lifetime / 60_000) }

  /// What a transaction came to: a refusal that it must not take back, such as a failure that counts.
  enum Outcome<Value: Sendable>: Sendable {
    case done(Value)
    case refused(APIError)

    @discardableResult
    func get() throws(APIError) -> Value {
      switch self {
      case .done(let value): return value
      case .refused(let error): throw error
      }
    }
  }

  /// Judges a code inside a transaction; nil where it is right.
  func fault(
    _ code: String, at place: CodePlace, for person: RowID<Person>?, _ tables: Tables, _ now: Timestamp
  ) throws -> APIError? {
    switch try book.check(code, at: place, for: person, tables, now) {
    case .right: nil
    case .wrong: .wrongCode
    case .wait(let seconds): .tooManyCalls(retryAfterSeconds: seconds)
    }
  }

  private func owner(of place: CodePlace, _ tables: Tables) throws -> RowID<Person>? {
    guard place.purpose == .phone else { return nil }
    return try tables.identities.find(.phone, place.subject, realm: place.realm)?.person
  }

  /// Sends a code, and the caller's words around it, in one transaction.
  func send(
    at place: CodePlace, for person: RowID<Person>?, _ tables: Tables, _ now: Timestamp, _ caller: Caller,
    words: (String) -> Delivery?
  ) throws -> Outcome<CodeSent> {
    switch try book.issue(at: place, for: person, tables, now) {
    case .wait(let seconds): return .refused(.tooManyCalls(retryAfterSeconds: seconds))
    case .code(let code):
      let end = now.adding(milliseconds: settings.codes.lifetime)
      try deliver(words(code)?.withCode(until: end).about(person ?? owner(of: place, tables)), tables)
      try tables.audit.record(
        AuditEntry(person: person, kind: .codeSent, detail: place.purpose.rawValue, address: caller.address, at: now))
      return .done(codeSent)
    }
  }
}
