#if canImport(Darwin) && canImport(ImageIO)
  import CoreGraphics
  import Foundation
  import ImageIO

  extension ImagePipeline {
    /// Decodes no more than is shown: a large picture never stands in memory as a whole.
    /// - Parameter side: the longer side, in pixels.
    public static func decode(_ bytes: [UInt8], side: Int) -> CGImage? {
      let options = [kCGImageSourceShouldCache: false] as CFDictionary
      guard let source = CGImageSourceCreateWithData(Data(bytes) as CFData, options) else { return nil }
      let wanted: [CFString: Any] = [
        kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
        kCGImageSourceShouldCacheImmediately: true, kCGImageSourceThumbnailMaxPixelSize: side,
      ]
      return CGImageSourceCreateThumbnailAtIndex(source, 0, wanted as CFDictionary)
    }
  }
#endif
