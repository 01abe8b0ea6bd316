import Glibc
import Sockets
import Wire

/// Writes status line and fields straight into shared bytes, with a small body behind them.
struct ResponseHead {
  let status: Int
  let headers: HTTPHeaders
  let requestID: RequestID
  /// nil: an answer that has no length (1xx, 204, 304), or whose length nobody knows yet.
  let contentLength: Int64?
  var isChunked = false
  let connection: Connection

  enum Connection {
    case keep
    /// Said in so many words to HTTP/1.0.
    case keepAlive
    case close, upgrade
  }

  func encoded(date: DateText, body: UnsafeRawBufferPointer? = nil) -> SharedBytes {
    SharedBytes(capacity: capacity + (body?.count ?? 0)) { buffer in
      var writer = ByteWriter(buffer)
      writer.write("HTTP/1.1 ")
      writer.writeDecimal(Int64(status))
      writer.write(" ")
      writer.write(reasonPhrase(status))
      writer.write("\r\nDate: ")
      date.write(to: &writer)
      for field in headers.fields {
        writer.write("\r\n")
        writer.writeClean(field.name)
        writer.write(": ")
        writer.writeClean(field.value)
      }
      if let contentLength {
        writer.write("\r\nContent-Length: ")
        writer.writeDecimal(contentLength)
      }
      if isChunked { writer.write("\r\nTransfer-Encoding: chunked") }
      switch connection {
      case .keep: break
      case .keepAlive: writer.write("\r\nConnection: keep-alive")
      case .close: writer.write("\r\nConnection: close")
      case .upgrade: writer.write("\r\nConnection: Upgrade")
      }
      writer.write("\r\nX-Request-Id: ")
      writer.write(requestID)
      writer.write("\r\n\r\n")
      if let body { writer.write(body) }
      return writer.count
    }
  }

  private var capacity: Int {
    var bytes = 224
    for field in headers.fields { bytes += field.name.utf8.count + field.value.utf8.count + 4 }
    return bytes
  }
}

/// Appends to a buffer that is known to be large enough.
struct ByteWriter {
  private let buffer: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(_ buffer: UnsafeMutableRawBufferPointer) {
    self.buffer = buffer
  }

  mutating func write(_ text: StaticString) {
    write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count <= buffer.count - count, "the buffer is too small")
    guard !bytes.isEmpty else { return }
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  mutating func write(_ id: RequestID) {
    precondition(buffer.count - count >= 16, "the buffer is too small")
    id.write(to: UnsafeMutableRawBufferPointer(rebasing: buffer[count..<(count + 16)]))
    count += 16
  }

  /// Control bytes become spaces: no value can end its line.
  mutating func writeClean(_ text: String) {
    var text = text
    let start = count
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    for index in start..<count where buffer[index] < 0x20 || buffer[index] == 0x7F { buffer[index] = 0x20 }
  }

  mutating func writeDecimal(_ value: Int64) {
    var rest = value.magnitude
    var divisor: UInt64 = 1
    while rest / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      writeByte(0x30 + UInt8(rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  mutating func writeTwoDigits(_ value: Int32) {
    writeByte(0x30 + UInt8(truncatingIfNeeded: value / 10 % 10))
    writeByte(0x30 + UInt8(truncatingIfNeeded: value % 10))
  }

  private mutating func writeByte(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }
}

/// The date of an answer (RFC 9110 section 5.6.7), made anew once a second.
final class DateText {
  private var second: Int = -1
  private var text: [UInt8] = []

  /// Brings the text up to date.
  func refresh() {
    let current = time(nil)
    guard current != second else { return }
    second = current
    text = httpDate(seconds: Int64(current))
  }

  func write(to writer: inout ByteWriter) {
    text.withUnsafeBytes { writer.write($0) }
  }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`
func httpDate(seconds: Int64) -> [UInt8] {
  var instant = time_t(seconds)
  var parts = tm()
  gmtime_r(&instant, &parts)
  let days: [StaticString] = ["Sun, ", "Mon, ", "Tue, ", "Wed, ", "Thu, ", "Fri, ", "Sat, "]
  let months: [StaticString] = [
    " Jan ", " Feb ", " Mar ", " Apr ", " May ", " Jun ", " Jul ", " Aug ", " Sep ", " Oct ", " Nov ", " Dec ",
  ]
  return [UInt8](unsafeUninitializedCapacity: 29) { buffer, count in
    var writer = ByteWriter(UnsafeMutableRawBufferPointer(buffer))
    writer.write(days[Int(parts.tm_wday)])
    writer.writeTwoDigits(parts.tm_mday)
    writer.write(months[Int(parts.tm_mon)])
    writer.writeTwoDigits((parts.tm_year + 1900) / 100)
    writer.writeTwoDigits((parts.tm_year + 1900) % 100)
    writer.write(" ")
    writer.writeTwoDigits(parts.tm_hour)
    writer.write(":")
    writer.writeTwoDigits(parts.tm_min)
    writer.write(":")
    writer.writeTwoDigits(parts.tm_sec)
    writer.write(" GMT")
    count = writer.count
  }
}

/// Empty for statuses without a common phrase; clients ignore it (RFC 9112 section 4).
func reasonPhrase(_ status: Int) -> StaticString {
  switch status {
  case 100: "Continue"
  case 101: "Switching Protocols"
  case 200: "OK"
  case 201: "Created"
  case 204: "No Content"
  case 206: "Partial Content"
  case 301: "Moved Permanently"
  case 302: "Found"
  case 304: "Not Modified"
  case 308: "Permanent Redirect"
  case 400: "Bad Request"
  case 401: "Unauthorized"
  case 403: "Forbidden"
  case 404: "Not Found"
  case 405: "Method Not Allowed"
  case 408: "Request Timeout"
  case 409: "Conflict"
  case 413: "Content Too Large"
  case 414: "URI Too Long"
  case 416: "Range Not Satisfiable"
  case 417: "Expectation Failed"
  case 429: "Too Many Requests"
  case 431: "Request Header Fields Too Large"
  case 500: "Internal Server Error"
  case 501: "Not Implemented"
  case 503: "Service Unavailable"
  case 505: "HTTP Version Not Supported"
  default: ""
  }
}
