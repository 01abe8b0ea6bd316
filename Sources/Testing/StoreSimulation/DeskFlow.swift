import Dispatch
import MoneySimulation
import Payment
import Synchronization

/// A piece of the server's work, under way. It rests where the world outside has to answer, until it is told to go on:
/// so what happens between two of its steps is the simulation's choice, also that the server is killed there.
final class DeskFlow: Sendable {
  enum Question: Sendable {
    /// Nobody is asked: it may be somebody else's turn, that is all.
    case nothing
    case payments(of: String)
    case payment(String)
    case cancel(RefundCall, hasAccount: Bool)
    case close(String)
  }

  enum Reply: Sendable {
    case nothing
    case asked(SimulatedProvider.Asked)
    case cancelled(SimulatedProvider.Cancelled)
  }

  private struct State {
    var question: Question?
    var reply = Reply.nothing
    var waiting: CheckedContinuation<Reply, Never>?
    var answer: MoneyAnswer?
    var isOver = false
    var isKilled = false
  }

  @TaskLocal private static var current: DeskFlow?

  /// Whose question it answers.
  let call: Int?
  private let state = Mutex(State())
  private let still = DispatchSemaphore(value: 0)

  /// - Parameter body: begins with the first step. nil: nobody gets an answer.
  init(call: Int? = nil, _ body: @escaping @Sendable () async -> MoneyAnswer?) {
    self.call = call
    Task {
      let answer = await Self.$current.withValue(self) {
        _ = await Self.ask(.nothing)
        return await body()
      }
      state.withLock { ($0.answer, $0.isOver) = (answer, true) }
      still.signal()
    }
    still.wait()
  }

  /// Rests until somebody has answered.
  static func ask(_ question: Question) async -> Reply {
    guard let flow = current else { return .nothing }
    return await withCheckedContinuation { continuation in
      let isKilled = flow.state.withLock { state in
        if !state.isKilled { (state.question, state.waiting) = (question, continuation) }
        return state.isKilled
      }
      if isKilled { continuation.resume(returning: .nothing) } else { flow.still.signal() }
    }
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// What it came to. Nothing of one that was killed.
  var answer: MoneyAnswer? { state.withLock { $0.isKilled ? nil : $0.answer } }

  /// One step: a question goes out, or its answer comes in and the work goes on to the next rest.
  func step(_ provider: SimulatedProvider) {
    let question = state.withLock { state in
      defer { state.question = nil }
      return state.question
    }
    let reply: Reply
    switch question {
    case .nothing, nil: return goOn()
    case .payments(let order): reply = .asked(provider.ask(order))
    case .payment(let id): reply = .asked(provider.ask(payment: id))
    case .cancel(let call, let hasAccount): reply = .cancelled(provider.cancel(call, hasAccount: hasAccount))
    case .close(let id): reply = .cancelled(provider.close(id))
    }
    state.withLock { $0.reply = reply }
  }

  private func goOn() {
    let (waiting, reply) = state.withLock { state in
      defer { (state.waiting, state.reply) = (nil, .nothing) }
      return (state.waiting, state.reply)
    }
    guard let waiting else { return }
    waiting.resume(returning: reply)
    still.wait()
  }

  /// Its process is gone: nobody answers any more. Runs to its end, which must not reach anything.
  func kill() {
    state.withLock { $0.isKilled = true }
    goOn()
  }
}
