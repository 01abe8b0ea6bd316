import Contract
import Images

/// Decodes pictures and documents somewhere: in worker processes, or, in tests, here.
public struct MediaClient: Sendable {
  /// The bytes of the file come from the last parameter, piece by piece, `count` in all.
  public var run:
    @Sendable (MediaJob, MediaLimits, _ count: Int, @escaping @Sendable () throws -> [UInt8]) async throws ->
      MediaResult

  public init(
    run:
      @escaping @Sendable (MediaJob, MediaLimits, _ count: Int, @escaping @Sendable () throws -> [UInt8])
      async throws -> MediaResult
  ) {
    self.run = run
  }

  public static func pool(_ pool: MediaPool) -> MediaClient {
    MediaClient { try await pool.run($0, limits: $1, count: $2, next: $3) }
  }

  /// For tests that make their own files: a hostile one would bring the process down.
  public static let inProcess = MediaClient { job, limits, count, next in
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += try next() }
    return try MediaDecoder.run(job, bytes, limits: limits)
  }
}

extension MediaError {
  var refusal: APIError {
    switch self {
    case .unreadable, .crashed: .fileUnreadable
    case .tooLarge: .imageTooLarge
    case .unavailable: .overloaded(retryAfterSeconds: 5)
    }
  }
}

extension MediaFormat {
  var mediaType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .heif: "image/heif"
    case .pdf: "application/pdf"
    }
  }

  var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .gif: "gif"
    case .webp: "webp"
    case .heif: "heif"
    case .pdf: "pdf"
    }
  }
}
