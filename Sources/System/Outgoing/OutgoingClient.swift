import Wire

public struct OutgoingSettings: Sendable {
  /// Transfers at a time; others wait.
  public var running = 96
  /// Transfers that may wait; more are refused.
  public var waiting = 2_000
  public var connectionsPerHost = 16
  /// A PEM file with the certificates to trust instead of the system's.
  public var authorities: String?
  /// `http://host:port`, where requests must go through one. It then sees to it who may be reached.
  public var proxy: String?

  public init() {}
}

/// Calls other servers: HTTP/1.1 and HTTP/2, and mail servers. All transfers run on one thread of their own, so that a
/// slow server holds up nobody but its callers. Whatever a server does, a call ends within its limits.
public final class OutgoingClient: Sendable {
  private let loop: TransferLoop

  public init(_ settings: OutgoingSettings = OutgoingSettings()) throws(OutgoingError) {
    loop = try TransferLoop(settings)
  }

  deinit { loop.close() }

  /// The answer, whatever its status.
  /// - Throws: where there is none; also when the task is cancelled.
  public func send(
    _ request: OutgoingRequest, limits: OutgoingLimits = OutgoingLimits()
  ) async throws(OutgoingError) -> HTTPResponse {
    try await run(.request(request), limits)
  }

  /// Returns when the mail server has taken the mail.
  /// - Throws: `failed` where it refused; the status is lost then, and a later try may succeed.
  public func send(
    _ mail: OutgoingMail, limits: OutgoingLimits = OutgoingLimits(milliseconds: 30_000)
  ) async throws(OutgoingError) {
    _ = try await run(.mail(mail), limits)
  }

  /// Ends running calls with `closed`, and refuses later ones.
  public func close() { loop.close() }

  private func run(_ job: OutgoingJob, _ limits: OutgoingLimits) async throws(OutgoingError) -> HTTPResponse {
    let call = Call()
    let loop = loop
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let transfer = Transfer(job, limits) { continuation.resume(returning: $0) }
        if call.begin(transfer) { transfer.cancel() }
        loop.add(transfer)
      }
    } onCancel: {
      if call.cancel() { loop.wake() }
    }
    return try result.get()
  }
}
