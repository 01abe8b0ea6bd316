import Foundation

enum Disk {
  /// How often a second the disk takes one page that lies in the middle of a file and waits until it is there: nobody
  /// who commits one message after the other can be faster.
  static func syncsPerSecond(folder: String, seconds: Double) throws -> Double {
    let path = folder + "/probe"
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer {
      close(descriptor)
      unlink(path)
    }
    let page = [UInt8](repeating: 7, count: 4_096)
    let pages = 256
    for number in 0..<pages { pwrite(descriptor, page, page.count, off_t(number * page.count)) }
    fsync(descriptor)
    let clock = ContinuousClock()
    let begin = clock.now
    let end = begin.advanced(by: .seconds(seconds))
    var count = 0
    while clock.now < end {
      pwrite(descriptor, page, page.count, off_t(count % pages * page.count))
      fdatasync(descriptor)
      count += 1
    }
    return Double(count) / ((clock.now - begin) / .seconds(1))
  }
}

enum Processor {
  /// How many threads wanted to compute during the last minute, this bench's own among them.
  static func load() -> Double {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : 0
  }

  /// Seconds that all threads of this process have computed.
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
