/// Something with a file descriptor that a loop waits for. Its loop holds it until it has heard `didClose`.
public class Pollable {
  let descriptor: Int32
  public let loop: EventLoop
  var interest: UInt32
  var loopIndex = -1

  init(descriptor: Int32, loop: EventLoop, interest: UInt32) {
    self.descriptor = descriptor
    self.loop = loop
    self.interest = interest
  }

  func ready(_ events: UInt32) {}

  func closeWithLoop() {}

  func didClose() {}
}
