import CImages

/// Does media jobs in this process: for the worker, whose process it is, and for tests with pictures of their own.
public enum MediaDecoder {
  private static let isStarted: Bool = cimages_start() == 0

  /// What the system granted to a process that holds itself back.
  public struct Confinement: OptionSet, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    public static let noNetwork = Confinement(rawValue: 1)
    public static let noWriting = Confinement(rawValue: 2)
    public static let noProcesses = Confinement(rawValue: 4)
    public static let systemFilesOnly = Confinement(rawValue: 8)
    public static let memoryLimit = Confinement(rawValue: 16)

    /// What operators read.
    public var missing: [String] {
      let names: [(Confinement, String)] = [
        (.noNetwork, "network"), (.noWriting, "writing"), (.noProcesses, "processes"),
        (.systemFilesOnly, "files"), (.memoryLimit, "memory"),
      ]
      return names.filter { !contains($0.0) }.map { $0.1 }
    }
  }

  /// Gives up, for good, all that decoding does not need.
  static func confine(memoryBytes: UInt64) -> Confinement {
    guard isStarted else { return [] }
    return Confinement(rawValue: cimages_confine(memoryBytes))
  }

  /// Blocks for as long as the job takes.
  public static func run(_ job: MediaJob, _ bytes: [UInt8], limits: MediaLimits) throws(MediaError) -> MediaResult {
    guard isStarted else { throw .unavailable }
    guard !bytes.isEmpty else { throw .unreadable }
    var made = cimages_result()
    let allowed = cimages_limits(side: Int32(clamping: limits.side), pixels: limits.pixels)
    let count = bytes.count
    let status =
      switch job {
      case .normalise(let format): cimages_normalise(bytes, count, format.rawValue, allowed, &made)
      case .shrink(let width): cimages_shrink(bytes, count, Int32(clamping: width), allowed, &made)
      case .measureDocument: cimages_measure_document(bytes, count, &made)
      case .drawPage(let width): cimages_draw_page(bytes, count, Int32(clamping: width), allowed, &made)
      }
    defer { cimages_free(made.bytes) }
    switch Int(status) {
    case CIMAGES_DONE: break
    case CIMAGES_TOO_LARGE: throw .tooLarge
    case CIMAGES_UNREADABLE: throw .unreadable
    default: throw .unavailable
    }
    guard made.count <= limits.bytes, let format = MediaFormat(rawValue: made.format) else { throw .tooLarge }
    return MediaResult(
      format: format, width: Int(made.width), height: Int(made.height), pages: Int(made.pages),
      bytes: made.bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: made.count)) } ?? [])
  }
}

/// Processor time for the next job.
func grantSeconds(_ seconds: Int) { cimages_grant_seconds(Int32(clamping: seconds)) }
