/// What files may cost. Sizes are bytes.
public struct FileSettings: Equatable, Sendable {
  /// Of one file of a multipart upload.
  public var uploadBytes: Int64 = 5 << 20
  /// Files of one multipart upload.
  public var uploadCount = 5
  /// Of one resumable upload.
  public var resumableBytes: Int64 = 200 << 20
  /// What one person may keep, uploads under way included.
  public var personBytes: Int64 = 5 << 30
  /// Resumable uploads of one person at a time.
  public var openUploads = 20
  /// Bytes of an image or a PDF that is decoded.
  public var decodedBytes: Int64 = 64 << 20
  /// Longest side of an image, in pixels.
  public var imageSide = 16_384
  /// Pixels of an image; of all frames of an animation together.
  public var imagePixels: Int64 = 100_000_000
  /// Media workers at the same time.
  public var workers = 2
  /// Time for one image or page.
  public var mediaMilliseconds = 20_000
  /// Whether workers decode also where the system cannot hold them back.
  public var mayDecodeUnconfined = false
  /// How long a link opens its file.
  public var linkSeconds = 600
  /// An upload that nobody goes on with, and a file that comes into no message, go after that.
  public var keepMilliseconds: Int64 = 86_400_000

  public init() {}
}
