import CCurl
import Foundation
import Synchronization
import Threads

/// The thread on which all transfers of a client run.
final class TransferLoop: @unchecked Sendable {
  private struct Inbox {
    var waiting: [Transfer] = []
    var isClosed = false
    /// Whether the thread is gone, and what it woke by with it.
    var isOver = false
  }

  private static let isStarted = libcurl_start() == CURLE_OK

  private let settings: OutgoingSettings
  private let multi: UnsafeMutableRawPointer
  private let inbox = Mutex(Inbox())
  /// Only on the thread.
  private var running: [UnsafeMutableRawPointer: Transfer] = [:]

  init(_ settings: OutgoingSettings) throws(OutgoingError) {
    guard Self.isStarted, let multi = curl_multi_init() else { throw .failed("libcurl did not start") }
    self.settings = settings
    self.multi = multi
    _ = libcurl_limit(multi, CURLMOPT_MAX_HOST_CONNECTIONS, settings.connectionsPerHost)
    _ = libcurl_limit(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, settings.running)
    _ = libcurl_limit(multi, CURLMOPT_MAXCONNECTS, 32)
    Thread.named("outgoing") { [self] in run() }.start()
  }

  func add(_ transfer: Transfer) {
    let refusal: OutgoingError? = inbox.withLock { inbox in
      guard !inbox.isClosed else { return .closed }
      guard inbox.waiting.count < settings.waiting else { return .overloaded }
      inbox.waiting.append(transfer)
      curl_multi_wakeup(multi)
      return nil
    }
    if let refusal { transfer.finish(.failure(refusal)) }
  }

  func wake() {
    inbox.withLock { if !$0.isOver { curl_multi_wakeup(multi) } }
  }

  func close() {
    inbox.withLock { inbox in
      guard !inbox.isClosed else { return }
      inbox.isClosed = true
      curl_multi_wakeup(multi)
    }
  }

  private func run() {
    while !inbox.withLock({ $0.isClosed }) {
      dropCancelled()
      startWaiting()
      var active: Int32 = 0
      curl_multi_perform(multi, &active)
      finishEnded()
      curl_multi_poll(multi, nil, 0, hasWaiting ? 250 : 10_000, nil)
    }
    endEverything()
  }

  private var hasWaiting: Bool { inbox.withLock { !$0.waiting.isEmpty } }

  private func startWaiting() {
    let (ready, late) = inbox.withLock { inbox -> ([Transfer], [(Transfer, OutgoingError)]) in
      var late: [(Transfer, OutgoingError)] = []
      let now = ContinuousClock.now
      inbox.waiting.removeAll { transfer in
        guard transfer.isCancelled || transfer.deadline <= now else { return false }
        late.append((transfer, transfer.isCancelled ? .cancelled : .timedOut))
        return true
      }
      let ready = Array(inbox.waiting.prefix(max(0, settings.running - running.count)))
      inbox.waiting.removeFirst(ready.count)
      return (ready, late)
    }
    for (transfer, reason) in late { transfer.finish(.failure(reason)) }
    for transfer in ready { start(transfer) }
  }

  private func start(_ transfer: Transfer) {
    guard let easy = transfer.prepare(settings) else { return transfer.finish(.failure(.badRequest)) }
    guard curl_multi_add_handle(multi, easy) == CURLM_OK else {
      return transfer.finish(.failure(.failed("libcurl took no more")))
    }
    running[easy] = transfer
  }

  private func finishEnded() {
    var code = CURLE_OK
    while let easy = libcurl_ended(multi, &code) {
      curl_multi_remove_handle(multi, easy)
      guard let transfer = running.removeValue(forKey: easy) else { continue }
      transfer.finish(transfer.result(code))
    }
  }

  private func dropCancelled() {
    for (easy, transfer) in running where transfer.isCancelled {
      drop(easy, transfer, .cancelled)
    }
  }

  private func drop(_ easy: UnsafeMutableRawPointer, _ transfer: Transfer, _ reason: OutgoingError) {
    curl_multi_remove_handle(multi, easy)
    running[easy] = nil
    transfer.finish(.failure(reason))
  }

  private func endEverything() {
    for (easy, transfer) in running { drop(easy, transfer, .closed) }
    let waiting = inbox.withLock { inbox in
      inbox.isOver = true
      defer { inbox.waiting = [] }
      return inbox.waiting
    }
    for transfer in waiting { transfer.finish(.failure(.closed)) }
    curl_multi_cleanup(multi)
  }
}
