/// The parts of a `multipart/form-data` body in order (RFC 7578).
public struct MultipartForm: Equatable, Sendable {
  public var parts: [Part]

  public struct Part: Equatable, Sendable {
    public var name: String
    /// nil for a text field. No folders: what stands before the last slash or backslash is cut.
    public var fileName: String?
    public var contentType: String?
    public var body: ArraySlice<UInt8>

    public init(name: String, fileName: String? = nil, contentType: String? = nil, body: ArraySlice<UInt8>) {
      self.name = name
      self.fileName = fileName
      self.contentType = contentType
      self.body = body
    }

    public init(name: String, text: String) {
      self.init(name: name, body: ArraySlice(Array(text.utf8)))
    }

    public var text: String { String(decoding: body, as: UTF8.self) }
  }

  public init(_ parts: [Part] = []) {
    self.parts = parts
  }

  /// The text of the first text field of that name.
  public func text(_ name: String) -> String? {
    parts.first { $0.name == name && $0.fileName == nil }?.text
  }

  public var files: [Part] { parts.filter { $0.fileName != nil } }
}

public struct MultipartLimits: Equatable, Sendable {
  public var parts: Int
  /// Bytes of the header fields of one part.
  public var headBytes: Int

  public init(parts: Int = 64, headBytes: Int = 8192) {
    self.parts = parts
    self.headBytes = headBytes
  }
}

public enum MultipartError: Error, Equatable, Sendable {
  /// The content type is another one, or its boundary breaks RFC 2046 section 5.1.1.
  case notMultipart
  case malformed
  /// The closing delimiter is missing: the body was cut off.
  case unfinished
  case tooManyParts
  case headTooLarge
  case missingName
  /// A content transfer encoding that changes bytes; RFC 7578 section 4.7 knows none.
  case encoded
  /// A body to be written holds the boundary.
  case boundaryInBody
}
