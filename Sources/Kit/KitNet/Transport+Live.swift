#if os(Linux)
  import TLS

  extension Transport {
    /// Carries requests over the network.
    /// - Throws: `notSecure` where the certificates to trust cannot be read, `cannotConnect` where the system gives no
    ///   thread.
    public static func network(
      _ address: ServerAddress, options: NetworkOptions = NetworkOptions()
    ) throws(TransportError) -> Transport {
      let sockets = try SocketTransport(address, options: options)
      return Transport { (request) async throws(TransportError) in try await sockets.send(request) }
    }
  }

  extension NetworkOptions {
    func trust(for address: ServerAddress) throws(TransportError) -> TLSContext? {
      guard address.isSecure else { return nil }
      do throws(TLSError) {
        return try TLSContext(authorities: authorities)
      } catch {
        throw ByteStream.error(error)
      }
    }
  }
#endif
