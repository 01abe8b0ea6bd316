import Synchronization

enum Load {
  struct Rate {
    var perSecond = 0.0
    /// Of the whole process, the senders included.
    var processorMicroseconds = 0.0
  }

  /// Each sends as soon as its last message is on the disk.
  static func closed(_ clinic: Clinic, senders: Int, seconds: Double, _ name: String) async throws -> Rate {
    let computed = Processor.seconds()
    let clock = ContinuousClock()
    let begin = clock.now
    let end = begin.advanced(by: .seconds(seconds))
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<senders {
        group.addTask {
          var count = 0
          while clock.now < end {
            try await clinic.send("\(name)\(number)-\(count)", by: clinic.senders[number])
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    return Rate(
      perSecond: Double(count) / ((clock.now - begin) / .seconds(1)),
      processorMicroseconds: (Processor.seconds() - computed) * 1e6 / Double(max(1, count)))
  }

  /// Sends at fixed times, whatever the server does, and measures from those times (no coordinated omission).
  /// Milliseconds.
  static func paced(
    _ clinic: Clinic, perSecond rate: Double, seconds: Double, _ name: String
  ) async throws -> (median: Double, p99: Double) {
    let clock = ContinuousClock()
    let begin = clock.now.advanced(by: .milliseconds(50))
    let total = Int(rate * seconds)
    var times = try await withThrowingTaskGroup(of: Double.self) { group in
      for number in 0..<total {
        let due = begin.advanced(by: .seconds(Double(number) / rate))
        try await clock.sleep(until: due, tolerance: .zero)
        group.addTask {
          try await clinic.send("\(name)-\(number)", by: clinic.senders[number % clinic.senders.count])
          return (clock.now - due) / .milliseconds(1)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    times.sort()
    guard let last = times.indices.last else { return (0, 0) }
    return (times[last / 2], times[last * 99 / 100])
  }
}
