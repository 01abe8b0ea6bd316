/// Formats that are decoded. The decoder is chosen by it alone, whatever else the bytes may look like.
public enum MediaFormat: Int32, CaseIterable, Sendable {
  case jpeg = 1
  case png, gif, webp
  /// HEIC and AVIF.
  case heif
  case pdf
}

/// What can be done with the bytes of one file.
public enum MediaJob: Equatable, Sendable {
  /// Upright, in sRGB and without metadata: JPEG, PNG, GIF and WebP stay what they are, HEIF becomes JPEG.
  case normalise(MediaFormat)
  /// A picture that `normalise` made, at most that wide.
  case shrink(width: Int)
  /// Pages of a PDF, and the size of the first one in points. Makes no bytes.
  case measureDocument
  /// The first page of a PDF as a JPEG of that width.
  case drawPage(width: Int)
}

/// What is more than a picture may have.
public struct MediaLimits: Equatable, Sendable {
  /// Pixels along either side.
  public var side: Int
  /// Pixels in all, of an animation of all its frames.
  public var pixels: Int64
  /// Bytes of what is made.
  public var bytes: Int

  public init(side: Int = 16_384, pixels: Int64 = 100_000_000, bytes: Int = 128 << 20) {
    self.side = side
    self.pixels = pixels
    self.bytes = bytes
  }
}

public struct MediaResult: Equatable, Sendable {
  public var format: MediaFormat
  /// In pixels; of a document in points.
  public var width: Int
  public var height: Int
  /// Of a document; otherwise 0.
  public var pages: Int
  /// Empty where only a measure was asked for.
  public var bytes: [UInt8]

  public init(format: MediaFormat, width: Int, height: Int, pages: Int, bytes: [UInt8]) {
    self.format = format
    self.width = width
    self.height = height
    self.pages = pages
    self.bytes = bytes
  }
}

public enum MediaError: Error, Equatable, Sendable {
  /// Broken, or not of the format.
  case unreadable
  /// More pixels than allowed; nothing was decoded.
  case tooLarge
  /// The worker crashed, hung, used up its memory or broke its protocol on this file.
  case crashed
  /// No worker can be had. No fault of the file.
  case unavailable
}
