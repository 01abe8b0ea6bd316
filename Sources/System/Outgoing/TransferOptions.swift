import CCurl
import Glibc
import Wire

/// Tells libcurl what one transfer may do. What it refuses is remembered.
final class TransferOptions {
  private let easy: UnsafeMutableRawPointer
  private(set) var isRefused = false

  init(easy: UnsafeMutableRawPointer) {
    self.easy = easy
  }

  /// Limits, trust, and the calls into `owner`, a `Transfer`.
  func setBasics(
    _ limits: OutgoingLimits, left: Int, _ settings: OutgoingSettings, owner: UnsafeMutableRawPointer
  ) {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PRIVATE, owner)
    set(CURLOPT_TIMEOUT_MS, left)
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(clamping: min(Int64(left), limits.connectMilliseconds)))
    set(CURLOPT_PROXY, settings.proxy ?? "")
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let authorities = settings.authorities { set(CURLOPT_CAINFO, authorities) }
    set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    check(libcurl_set_bytes(easy, CURLOPT_WRITEFUNCTION, receiveBody))
    set(CURLOPT_WRITEDATA, owner)
    check(libcurl_set_bytes(easy, CURLOPT_HEADERFUNCTION, receiveHead))
    set(CURLOPT_HEADERDATA, owner)
    check(libcurl_set_open(easy, openSocket))
    set(CURLOPT_OPENSOCKETDATA, owner)
    check(libcurl_set_before_request(easy, beforeRequest))
    set(CURLOPT_PREREQDATA, owner)
  }

  /// - Returns: lists that must live as long as the transfer.
  func setRequest(_ request: OutgoingRequest, _ limits: OutgoingLimits) -> [UnsafeMutablePointer<curl_slist>] {
    if !request.isWellFormed { isRefused = true }
    let schemes = request.reach == .anywhere ? "http,https" : "https"
    set(CURLOPT_PROTOCOLS_STR, schemes)
    set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
    set(CURLOPT_URL, request.url)
    set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    // Without TLS nobody says beforehand whether a connection can be shared: others would wait for its first answer.
    if request.url.hasPrefix("https:") { set(CURLOPT_PIPEWAIT, 1) }
    switch request.method {
    case .get: set(CURLOPT_HTTPGET, 1)
    case .head: set(CURLOPT_NOBODY, 1)
    case .post, .put, .patch, .delete, .options:
      set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
    if request.method == .get || request.method == .head {
      set(CURLOPT_FOLLOWLOCATION, limits.redirects > 0 ? 1 : 0)
      set(CURLOPT_MAXREDIRS, max(0, limits.redirects))
    } else if !request.body.isEmpty || request.method == .post || request.method == .put {
      check(libcurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int(request.body.count)))
      var body = request.body.isEmpty ? [0] : request.body
      check(body.withUnsafeMutableBytes { libcurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) })
    }
    // A value may be empty, which libcurl writes with a semicolon. Nothing waits for "100 Continue".
    var lines = request.headers.fields.map { $0.value.isEmpty ? $0.name + ";" : $0.name + ": " + $0.value }
    lines.append("Expect:")
    if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
    return list(lines, CURLOPT_HTTPHEADER)
  }

  func setMail(_ mail: OutgoingMail, owner: UnsafeMutableRawPointer) -> [UnsafeMutablePointer<curl_slist>] {
    if !mail.isWellFormed { isRefused = true }
    set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    set(CURLOPT_URL, mail.server)
    set(CURLOPT_USE_SSL, Int(mail.needsTLS ? CURLUSESSL_ALL.rawValue : CURLUSESSL_TRY.rawValue))
    if let login = mail.login {
      set(CURLOPT_USERNAME, login.name)
      set(CURLOPT_PASSWORD, login.password)
    }
    set(CURLOPT_MAIL_FROM, "<\(mail.from)>")
    set(CURLOPT_UPLOAD, 1)
    check(libcurl_set_bytes(easy, CURLOPT_READFUNCTION, supply))
    set(CURLOPT_READDATA, owner)
    return list(mail.to.map { "<\($0)>" }, CURLOPT_MAIL_RCPT)
  }

  private func list(_ lines: [String], _ option: CURLoption) -> [UnsafeMutablePointer<curl_slist>] {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = curl_slist_append(list, line) else {
        isRefused = true
        break
      }
      list = longer
    }
    check(libcurl_set_list(easy, option, list))
    return list.map { [$0] } ?? []
  }

  private func set(_ option: CURLoption, _ value: Int) { check(libcurl_set_long(easy, option, value)) }
  private func set(_ option: CURLoption, _ value: String) { check(libcurl_set_text(easy, option, value)) }
  private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
    check(libcurl_set_pointer(easy, option, value))
  }

  private func check(_ code: CURLcode) {
    if code != CURLE_OK { isRefused = true }
  }
}

/// The object behind a call from libcurl.
private func transfer(_ pointer: UnsafeMutableRawPointer?) -> Transfer? {
  pointer.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

/// Any other count than that of the bytes ends the transfer.
private let receiveBody: curl_write_callback = { bytes, size, count, owner in
  let (total, isTooMuch) = size.multipliedReportingOverflow(by: count)
  guard !isTooMuch, let transfer = transfer(owner) else { return 0 }
  return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: total)) ? total : total &+ 1
}

private let receiveHead: curl_write_callback = { bytes, size, count, owner in
  let (total, isTooMuch) = size.multipliedReportingOverflow(by: count)
  guard !isTooMuch, let transfer = transfer(owner) else { return 0 }
  return transfer.receiveHead(UnsafeRawBufferPointer(start: bytes, count: total)) ? total : total &+ 1
}

private let supply: curl_write_callback = { buffer, size, count, owner in
  let (total, isTooMuch) = size.multipliedReportingOverflow(by: count)
  guard !isTooMuch, let transfer = transfer(owner) else { return 0 }
  return transfer.supply(UnsafeMutableRawBufferPointer(start: buffer, count: total))
}

private let openSocket: curl_opensocket_callback = { owner, _, address in
  guard let transfer = transfer(owner), let address else { return -1 }
  let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text -> String? in
    guard let start = text.baseAddress, libcurl_address(address, start) == 1 else { return nil }
    return String(cString: start)
  }
  guard let text, transfer.mayReach(text) else { return -1 }
  return libcurl_open(address)
}

/// Also asked for a connection that was open already.
private let beforeRequest: curl_prereq_callback = { owner, address, _, _, _ in
  guard let transfer = transfer(owner), let address, transfer.mayReach(String(cString: address)) else {
    return CURL_PREREQFUNC_ABORT
  }
  return CURL_PREREQFUNC_OK
}
