import HTTPServer

/// Feeds text to a fresh parser, in pieces of that many bytes, and gathers what comes out.
func parse(_ text: String, piece: Int = .max, limits: HTTPLimits = HTTPLimits()) -> [RequestParser
  .Output]
{
  parse(Array(text.utf8), piece: piece, limits: limits)
}

func parse(_ bytes: [UInt8], piece: Int = .max, limits: HTTPLimits = HTTPLimits()) -> [RequestParser
  .Output]
{
  var parser = RequestParser(limits: limits)
  var outputs: [RequestParser.Output] = []
  var start = 0
  while start < bytes.count {
    let end = piece < bytes.count - start ? start + piece : bytes.count
    let chunk = Array(bytes[start..<end])
    var position = 0
    while position < chunk.count {
      let output = parser.receive(chunk.span, &position)
      if output == .needsMore { break }
      outputs.append(output)
      if case .failed = output { return outputs }
    }
    start = end
  }
  return outputs
}

/// The failure of the first output, or nil if it is none.
func failure(_ text: String, limits: HTTPLimits = HTTPLimits()) -> RequestFailure? {
  guard case .failed(let failure)? = parse(text, limits: limits).first else { return nil }
  return failure
}

func requests(_ outputs: [RequestParser.Output]) -> [ParsedRequest] {
  outputs.compactMap { output in
    guard case .request(let request) = output else { return nil }
    return request
  }
}
