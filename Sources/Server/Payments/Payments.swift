import Contract
import Crypto
import Domain
import JSON
import Payment
import Storage
import Wire

/// Orders and their money. The client's word is never needed: what was paid is what the provider says when it is asked,
/// and everything that follows is decided by `OrderMachine` inside one transaction with the reservation.
public struct Payments: Sendable {
  let store: DataStore
  let settings: PaymentSettings
  /// By their names.
  let providers: [String: PaymentProvider]
  /// Who is asked about new orders; nil: nothing can be paid here.
  let chosen: PaymentProvider?
  let port: ReservationPort
  let accounts: SealedAccounts
  let digests: RequestDigests
  /// Plays a payment at the sandbox under a made-up name; nil: with real money.
  let playPayment: (@Sendable (_ orderCode: String, Money) async -> Void)?
  let clock: @Sendable () -> Timestamp
  /// Jobs were added.
  let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - providers: the first is asked about new orders, the others about older ones.
  ///   - key: 32 bytes; accounts for refunds are sealed with it, and what is kept of requests is signed.
  public init(
    store: DataStore, settings: PaymentSettings, providers: [PaymentProvider], port: ReservationPort, key: [UInt8],
    playPayment: (@Sendable (String, Money) async -> Void)? = nil, clock: @escaping @Sendable () -> Timestamp,
    wake: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.settings = settings
    self.providers = Dictionary(providers.map { ($0.name, $0) }) { first, _ in first }
    chosen = providers.first
    self.port = port
    accounts = SealedAccounts(key: key)
    digests = RequestDigests(key: key)
    self.playPayment = playPayment
    self.clock = clock
    self.wake = wake
  }

  /// - Throws: 404 where there is none, 445 where it is another person's.
  func own(_ code: String, _ person: RowID<Person>, _ tables: Tables) throws -> OrderRow {
    guard PortOneV1.isName(code), let row = try tables.orders.find(code: code) else { throw APIError.notFound }
    guard row.buyer == person else { throw APIError.notBuyer }
    return row
  }

  /// One change of an order, and what follows from it. Where its reservation cannot be written, the order ends without
  /// it: money that has come goes back, and does not lie unseen behind a transaction that never goes through.
  func change(
    _ id: RowID<OrderRow>, _ body: @escaping @Sendable (inout OrderTurn) throws -> Void
  ) async throws -> OrderRow? {
    // The second time because somebody else may have stood in the way just then.
    for _ in 0..<2 {
      do { return try await change(id, port, body) } catch is ReservationFault {}
    }
    return try await change(id, nil, body)
  }

  private func change(
    _ id: RowID<OrderRow>, _ port: ReservationPort?, _ body: @escaping @Sendable (inout OrderTurn) throws -> Void
  ) async throws -> OrderRow? {
    let now = clock()
    let row = try await store.write { tables -> OrderRow? in
      guard let row = try tables.orders.find(id) else { return nil }
      var turn = OrderTurn(row, tables, port, at: now)
      try body(&turn)
      try turn.save()
      return turn.row
    }
    wake()
    return row
  }
}

/// Accounts for refunds, sealed at rest. A sealed one is of no use for another order.
struct SealedAccounts: Sendable {
  private let cipher: AESGCM?

  init(key: [UInt8]) {
    cipher = AESGCM(key: Hashing.hmacSHA256(Array("maru refund accounts".utf8), key: key))
  }

  func seal(_ account: RefundAccount, for order: RowID<OrderRow>) -> String? {
    let json: JSONValue = [
      "holder": .string(account.holder), "bank": .string(account.bank.code), "number": .string(account.number),
    ]
    let nonce = SecureRandom.bytes(AESGCM.nonceBytes)
    return cipher?.seal(json.bytes, nonce: nonce, data: Self.name(order)).map { Base64URL.encode(nonce + $0) }
  }

  func open(_ sealed: String, for order: RowID<OrderRow>) -> RefundAccount? {
    guard let bytes = Base64URL.decode(sealed), bytes.count > AESGCM.nonceBytes else { return nil }
    let nonce = Array(bytes.prefix(AESGCM.nonceBytes))
    guard let text = cipher?.open(bytes.dropFirst(AESGCM.nonceBytes), nonce: nonce, data: Self.name(order)),
      let json = try? JSONValue(parsing: text), let number = json["number"]?.string,
      let bank = json["bank"]?.string.flatMap({ Bank($0) })
    else { return nil }
    return RefundAccount(holder: json["holder"]?.string ?? "", bank: bank, number: number)
  }

  private static func name(_ order: RowID<OrderRow>) -> [UInt8] { Array("order \(order.value)".utf8) }
}
