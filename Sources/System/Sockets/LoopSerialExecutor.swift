/// The executor of actors that live on a loop, for their `unownedExecutor`. It is apart from the loop as a task
/// executor because the runtime must be told which of the two a job was meant for; otherwise jobs are enqueued twice.
///
/// In such an actor every `await` may really suspend, even the one before the body of `withCheckedContinuation`, where
/// the calling task prefers another executor: look at the actor's state inside that body, not before it.
public final class LoopSerialExecutor: SerialExecutor {
  public unowned let loop: EventLoop

  init(loop: EventLoop) {
    self.loop = loop
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    loop.enqueueForActor(UnownedJob(job))
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Lets a callback on the loop's thread use `assumeIsolated`.
  public func checkIsolated() {
    precondition(loop.isCurrent, "not on the event loop \(loop.name)")
  }

  public func isIsolatingCurrentContext() -> Bool? { loop.isCurrent }
}
