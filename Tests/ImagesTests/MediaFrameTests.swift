import Testing

@testable import Images

@Suite struct MediaFrameTests {
  @Test(arguments: [MediaJob.normalise(.heif), .shrink(width: 320), .measureDocument, .drawPage(width: 1_280)])
  func requestsReadBack(_ job: MediaJob) {
    let request = MediaFrame.Request(
      job: job, limits: MediaLimits(side: 9, pixels: 1 << 40, bytes: 77), seconds: 20, count: 1 << 33)
    #expect(MediaFrame.request(MediaFrame.head(request)) == request)
  }

  @Test func answersReadBack() {
    let result = MediaResult(format: .png, width: 3, height: 70_000, pages: 2, bytes: [])
    for answer: MediaFrame.Answer in [.ready(31), .done(result, count: 5), .failed(.unreadable), .failed(.tooLarge)] {
      #expect(MediaFrame.answer(MediaFrame.head(answer)) == answer)
    }
  }

  @Test func whatAWorkerCannotHaveMadeIsRefused() {
    var head = MediaFrame.head(.done(MediaResult(format: .png, width: 3, height: 7, pages: 0, bytes: []), count: 1))
    head[16] = 0xFF
    #expect(MediaFrame.answer(head) == nil)
    #expect(MediaFrame.answer([UInt8](repeating: 0, count: 40)) == nil)
    #expect(MediaFrame.answer([UInt8](repeating: 0xFF, count: 40)) == nil)
    #expect(MediaFrame.answer([]) == nil)
  }
}
