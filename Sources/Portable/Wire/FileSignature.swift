/// What a file is by its first bytes, whatever it is called. Only kinds that are certain have a name here; all else is
/// `unknown`.
public enum FileSignature: String, CaseIterable, Hashable, Sendable {
  case jpeg, png, gif, webp, heic, avif
  case pdf
  case mp4, quickTime, webm
  case mp3, m4a, wav, ogg
  case zip, docx, xlsx, pptx, hwp
  case text
  /// Text that a browser would run or draw.
  case markup
  /// A program, or a script that names its program.
  case executable
  case unknown

  /// Bytes that are enough to tell.
  public static let prefixBytes = 4096

  /// - Parameters:
  ///   - prefix: the first `prefixBytes` bytes, or all where there are fewer.
  ///   - isWhole: whether that is the whole file.
  public init(_ prefix: [UInt8], isWhole: Bool = false) {
    let reader = SignatureReader(bytes: prefix, isWhole: isWhole)
    self = reader.binary() ?? reader.container() ?? reader.text() ?? .unknown
  }

  /// The media type that such a file is served with.
  public var mediaType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .heic: "image/heic"
    case .avif: "image/avif"
    case .pdf: "application/pdf"
    case .mp4: "video/mp4"
    case .quickTime: "video/quicktime"
    case .webm: "video/webm"
    case .mp3: "audio/mpeg"
    case .m4a: "audio/mp4"
    case .wav: "audio/wav"
    case .ogg: "audio/ogg"
    case .zip: "application/zip"
    case .docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    case .pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    case .hwp: "application/x-hwp"
    case .text: "text/plain; charset=utf-8"
    case .markup, .executable, .unknown: "application/octet-stream"
    }
  }

  /// The end of the name under which such a file is kept.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .quickTime: "mov"
    case .text, .markup: "txt"
    case .executable, .unknown: "bin"
    default: rawValue
    }
  }
}

private struct SignatureReader {
  let bytes: [UInt8]
  let isWhole: Bool

  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count >= offset + count else { return false }
    for index in 0..<count where bytes[offset + index] != text.utf8Start[index] { return false }
    return true
  }

  func has(_ pattern: [UInt8], at offset: Int = 0) -> Bool {
    bytes.count >= offset && bytes[offset...].starts(with: pattern)
  }

  func binary() -> FileSignature? {
    if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if has("GIF87a") || has("GIF89a") { return .gif }
    if has("RIFF") { return has("WEBP", at: 8) ? .webp : has("WAVE", at: 8) ? .wav : .unknown }
    if has("%PDF-") { return .pdf }
    if has("OggS") { return .ogg }
    if has("ID3") || isMPEGAudio { return .mp3 }
    if has([0x1A, 0x45, 0xDF, 0xA3]) { return holds("webm", within: 64) ? .webm : .unknown }
    if has([0x7F, 0x45, 0x4C, 0x46]) || has("MZ") || has("#!") || has("dex\n") || has([0x00, 0x61, 0x73, 0x6D]) {
      return .executable
    }
    for magic: [UInt8] in [[0xCA, 0xFE, 0xBA, 0xBE], [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE]]
    where has(magic) { return .executable }
    return nil
  }

  /// A frame of layer III: eleven set bits, a bit rate and a sampling rate that exist.
  private var isMPEGAudio: Bool {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2, bytes[1] & 0x18 != 0x08 else { return false }
    return bytes[2] & 0xF0 != 0xF0 && bytes[2] & 0xF0 != 0 && bytes[2] & 0x0C != 0x0C
  }

  func container() -> FileSignature? {
    if has("ftyp", at: 4) { return mediaFile() }
    if has([0x50, 0x4B, 0x03, 0x04]) || has([0x50, 0x4B, 0x05, 0x06]) { return archive() }
    if has([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) || has("HWP Document File") { return .hwp }
    return nil
  }

  /// ISO/IEC 14496-12 section 4.3: the major brand, then the compatible ones.
  private func mediaFile() -> FileSignature {
    let size = bytes[0..<4].reduce(0) { $0 << 8 | Int64($1) }
    let end = min(bytes.count, size >= 16 && size <= 256 ? Int(size) : 16)
    var brands: [String] = []
    for offset in [8] + Array(stride(from: 16, to: end - 3, by: 4)) where offset + 4 <= bytes.count {
      brands.append(String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self))
    }
    guard let major = brands.first else { return .unknown }
    if major == "qt  " { return .quickTime }
    if major == "M4A " || major == "M4B " { return .m4a }
    if brands.contains("avif") || brands.contains("avis") { return .avif }
    for brand in ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"] where brands.contains(brand) {
      return .heic
    }
    for brand in [
      "isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "dash", "MSNV", "3gp4", "3gp5",
    ]
    where brands.contains(brand) { return .mp4 }
    return .unknown
  }

  /// Office files are archives that name their parts.
  private func archive() -> FileSignature {
    if holds("word/", within: bytes.count) { return .docx }
    if holds("xl/", within: bytes.count) { return .xlsx }
    if holds("ppt/", within: bytes.count) { return .pptx }
    return .zip
  }

  private func holds(_ text: StaticString, within count: Int) -> Bool {
    for offset in 0..<min(count, bytes.count) where has(text, at: offset) { return true }
    return false
  }

  /// UTF-8 without control characters; what begins like a page or a drawing is markup.
  func text() -> FileSignature? {
    var body = bytes[...]
    if has([0xEF, 0xBB, 0xBF]) { body = body.dropFirst(3) }
    for byte in body where byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D && byte != 0x0C { return nil }
    guard isText(body) else { return nil }
    let rest = body.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D || $0 == 0x0C }
    return rest.first == UInt8(ascii: "<") ? .markup : .text
  }

  /// A letter may be cut in half at the end of the prefix.
  private func isText(_ body: ArraySlice<UInt8>) -> Bool {
    guard !body.isEmpty else { return false }
    for cut in 0...(isWhole ? 0 : min(3, body.count - 1))
    where String(validating: body.dropLast(cut), as: UTF8.self) != nil { return true }
    return false
  }
}
