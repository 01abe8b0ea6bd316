import JSON
import Storage

/// How a try ended that did not succeed. The texts are for the operator and hold no secrets.
public enum JobFailure: Error, Equatable, Sendable {
  /// Trying again can help; not before so many milliseconds, where the other side said so.
  case again(String, afterMilliseconds: Int64? = nil)
  /// It will never succeed.
  case never(String)
}

/// What a job came to: written in the transaction that ends the job, or not at all where its lease was lost meanwhile.
public struct JobResult: Sendable {
  let store: @Sendable (Tables) throws -> Void

  public init(_ store: @escaping @Sendable (Tables) throws -> Void) {
    self.store = store
  }

  public static let nothing = JobResult { _ in }
}

/// Who does one kind of job.
public struct JobHandler: Sendable {
  public var kind: JobKind
  /// How many run at once on this server.
  public var parallel: Int
  public var retries: RetryPolicy
  /// Whether one that could not be done, or was cancelled, keeps what it was to do for the operator to try again. What
  /// holds a secret, or somebody's name at another company, keeps nothing; its fault then says all that is left.
  public var keepsDead: Bool
  /// Is cancelled where the lease is lost. Errors other than `JobFailure` are tried again.
  public var run: @Sendable (JobRow) async throws -> JobResult

  public init(
    kind: JobKind, parallel: Int = 4, retries: RetryPolicy = RetryPolicy(), keepsDead: Bool = true,
    run: @escaping @Sendable (JobRow) async throws -> JobResult
  ) {
    self.kind = kind
    self.parallel = max(1, parallel)
    self.retries = retries
    self.keepsDead = keepsDead
    self.run = run
  }
}
