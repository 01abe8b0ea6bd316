import CCurl
import Synchronization
import Wire

/// One exchange: what is to be sent, and what has come. Everything but cancelling happens on the client's thread.
final class Transfer: @unchecked Sendable {
  typealias Result = Swift.Result<HTTPResponse, OutgoingError>

  static let headBytes = 64 * 1024

  let job: OutgoingJob
  let limits: OutgoingLimits
  let deadline: ContinuousClock.Instant
  private let cancelled = Atomic(false)
  private let done: @Sendable (Result) -> Void
  /// Set while it runs.
  private(set) var easy: UnsafeMutableRawPointer?
  private var lists: [UnsafeMutablePointer<curl_slist>] = []
  private var headers = HTTPHeaders()
  private var headCount = 0
  private var body: [UInt8] = []
  /// A proxy stands between: the address is its, and it decides who may be reached.
  private var isProxied = false
  /// What this side stopped it for.
  private var refusal: OutgoingError?
  /// Of what is uploaded.
  private var sent = 0

  init(_ job: OutgoingJob, _ limits: OutgoingLimits, done: @escaping @Sendable (Result) -> Void) {
    self.job = job
    self.limits = limits
    self.done = done
    deadline = .now + .milliseconds(limits.milliseconds)
  }

  /// From any thread.
  func cancel() { cancelled.store(true, ordering: .relaxed) }
  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// The handle, ready to run; nil where it was refused. It points to this object, which must live as long.
  func prepare(_ settings: OutgoingSettings) -> UnsafeMutableRawPointer? {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    isProxied = settings.proxy != nil
    let options = TransferOptions(easy: easy)
    let left = max(1, (deadline - .now) / .milliseconds(1))
    let own = Unmanaged.passUnretained(self).toOpaque()
    options.setBasics(limits, left: Int(min(left, 3_600_000)), settings, owner: own)
    switch job {
    case .request(let request): lists += options.setRequest(request, limits)
    case .mail(let mail): lists += options.setMail(mail, owner: own)
    }
    if options.isRefused { refusal = .badRequest }
    return options.isRefused ? nil : easy
  }

  /// Once; gives everything back.
  func finish(_ result: Result) {
    release()
    done(result)
  }

  func result(_ code: CURLcode) -> Result {
    if let refusal { return .failure(refusal) }
    guard code == CURLE_OK, let easy else { return .failure(OutgoingError(code)) }
    return .success(HTTPResponse(libcurl_number(easy, CURLINFO_RESPONSE_CODE), headers: headers, body: body))
  }

  private func release() {
    if let easy { curl_easy_cleanup(easy) }
    easy = nil
    for list in lists { curl_slist_free_all(list) }
    lists = []
  }

  /// A part of the body. - Returns: false to stop.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= limits.answerBytes - body.count else { return stop(.tooLarge) }
    body += bytes
    return true
  }

  /// One line of an answer's head.
  func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= Self.headBytes - headCount else { return stop(.tooLarge) }
    headCount += bytes.count
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // Another answer begins: after 100, or after a redirect.
      headers = HTTPHeaders()
      return true
    }
    guard let colon = line.firstIndex(of: ":") else { return true }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    // Reading in reverse, as "\r\n" is one character.
    let trimmed = value.reversed().drop { $0.isWhitespace }.reversed()
    headers.add(String(line[..<colon]), String(trimmed))
    return true
  }

  /// Whether a connection to that address may carry the request.
  func mayReach(_ address: String) -> Bool {
    guard case .request(let request) = job, !isProxied else { return true }
    let isRedirected = easy.map { libcurl_number($0, CURLINFO_REDIRECT_COUNT) > 0 } ?? true
    if request.reach == .anywhere && !isRedirected { return true }
    return PublicAddress.contains(address) || stop(.privateAddress)
  }

  /// The next bytes of a mail.
  func supply(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard case .mail(let mail) = job else { return 0 }
    let count = min(buffer.count, mail.message.count - sent)
    buffer.copyBytes(from: mail.message[sent..<sent + count])
    sent += count
    return count
  }

  private func stop(_ reason: OutgoingError) -> Bool {
    if refusal == nil { refusal = reason }
    return false
  }
}

/// What a client can be asked for.
enum OutgoingJob: Sendable {
  case request(OutgoingRequest)
  case mail(OutgoingMail)
}

extension OutgoingError {
  init(_ code: CURLcode) {
    let text = String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: self = .badRequest
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: self = .unreachable(text)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE: self = .untrusted(text)
    case CURLE_TOO_MANY_REDIRECTS: self = .tooManyRedirects
    case CURLE_FILESIZE_EXCEEDED, CURLE_OUT_OF_MEMORY: self = .tooLarge
    default: self = .failed(text)
    }
  }
}
