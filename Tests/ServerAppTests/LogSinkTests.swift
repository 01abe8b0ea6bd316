import Foundation
import JSON
import ServerApp
import Testing

struct LogSinkTests {
  @Test func flushedLinesAreOutInTheirOrder() throws {
    let pipe = Pipe()
    let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    for number in 0..<3 { sink.write(["n": .integer(Int64(number))]) }
    sink.flush()
    try pipe.fileHandleForWriting.close()
    let text = try #require(try pipe.fileHandleForReading.readToEnd())
    #expect(String(decoding: text, as: UTF8.self) == "{\"n\":0}\n{\"n\":1}\n{\"n\":2}\n")
  }

  /// A terminal held by Ctrl-S, say: the server must still be able to end.
  @Test(.timeLimit(.minutes(1))) func aReaderThatStandsStillHoldsNobody() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    sink.write(["long": .string(String(repeating: "x", count: 1 << 20))])
    sink.flush(withinMilliseconds: 10)
    sink.write(["more": true])
    sink.flush(withinMilliseconds: 10)
    // Closing its end lets the writing thread go. It must be gone before the number of the pipe names another file.
    try pipe.fileHandleForReading.close()
    sink.flush()
    withExtendedLifetime(pipe) {}
  }
}
