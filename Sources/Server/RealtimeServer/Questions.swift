import Sockets

/// The events of one session whose acknowledgements somebody waits for; used on its loop only.
struct Questions {
  private struct Question {
    let member: String
    let timer: LoopTimer
    let done: (Result<Acknowledgement, QuestionFailure>) -> Void
  }

  private var open: [Int64: Question] = [:]
  private var last: Int64 = 0

  /// - Parameter timer: starts the one that ends the question with that number.
  mutating func add(
    of member: String, timer: (Int64) -> LoopTimer,
    _ done: @escaping (Result<Acknowledgement, QuestionFailure>) -> Void
  ) -> Int64 {
    last += 1
    open[last] = Question(member: member, timer: timer(last), done: done)
    return last
  }

  /// Whom it was asked; nil where nobody waits (any more).
  func asked(_ id: Int64) -> String? { open[id]?.member }

  mutating func end(_ id: Int64, _ result: Result<Acknowledgement, QuestionFailure>) {
    guard let question = open.removeValue(forKey: id) else { return }
    question.timer.cancel()
    question.done(result)
  }

  mutating func end(of member: String) {
    guard !open.isEmpty else { return }
    for (id, question) in open where question.member == member { end(id, .failure(.memberLeft)) }
  }
}
