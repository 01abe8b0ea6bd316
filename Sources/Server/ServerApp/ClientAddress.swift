import HTTPServer
import Sockets
import Wire

/// Who is at the other end, for limits and the log.
enum ClientAddress {
  /// The peer; behind so many proxies of the operator's own, what the outermost of them saw. What stands further left
  /// in `X-Forwarded-For` anybody can write.
  static func address(of request: ServerRequest, proxies: Int) -> SocketAddress {
    let peer = request.context.peer
    guard proxies > 0 else { return peer }
    let hops = request.request.headers.values("X-Forwarded-For").flatMap { $0.split(separator: ",") }
    guard hops.count >= proxies else { return peer }
    let text = hops[hops.count - proxies].drop { $0 == " " || $0 == "\t" }
    let host = String(text.prefix { $0 != " " && $0 != "\t" })
    // Anything but a numeric address would be a name of the client's own making.
    return (try? SocketAddress(host: host, port: 0)) ?? peer
  }
}
