import Accounts
import BookingContract
import Bookings
import Contract
import Domain
import JSON
import Jobs
import Outgoing
import Payment
import Payments
import Providers
import Push
import SandboxPay
import Storage
import Wire

/// Payments, with whoever takes the money.
struct PaymentArea: Sendable {
  let payments: Payments
  /// The origin of the practice provider, where that takes the money.
  private let sandbox: String?
  private let pushes: Pushes
  private let store: DataStore

  /// - Parameter sandbox: the origin of a `maru sandbox-pay`; it takes the place of real providers.
  init(
    _ settings: PaymentSettings, sandbox: String?, port: ReservationPort, store: DataStore, secrets: ServerSecrets,
    outgoing: OutgoingClient, jobs: JobRunner, pushes: Pushes, clock: @escaping @Sendable () -> Timestamp
  ) {
    let link = PaymentLink(outgoing)
    payments = Payments(
      store: store, settings: settings, providers: Self.providers(settings, sandbox, link, clock), port: port,
      key: secrets.linkKey, playPayment: sandbox.map { PaymentSandbox.play(origin: $0, link: link) }, clock: clock,
      wake: { jobs.wake() })
    self.sandbox = sandbox
    self.pushes = pushes
    self.store = store
  }

  /// The first one takes new orders.
  private static func providers(
    _ settings: PaymentSettings, _ sandbox: String?, _ link: PaymentLink, _ clock: @escaping @Sendable () -> Timestamp
  ) -> [PaymentProvider] {
    var v1: PaymentProvider?
    var v2: PaymentProvider?
    if let sandbox {
      v1 =
        PortOneV1(
          base: sandbox + SandboxKeys.v1Base, key: SandboxKeys.v1Key, secret: SandboxKeys.v1Secret, link: link,
          clock: clock
        ).provider
      v2 =
        PortOneV2(
          base: sandbox + SandboxKeys.v2Base, secret: SandboxKeys.v2Secret, store: SandboxKeys.store, link: link
        ).provider
    } else {
      if let keys = settings.v1 {
        v1 = PortOneV1(key: keys.key, secret: keys.secret, link: link, clock: clock).provider
      }
      if let keys = settings.v2 {
        v2 = PortOneV2(secret: keys.secret, store: keys.store, link: link).provider
      }
    }
    return (settings.prefersV2 ? [v2, v1] : [v1, v2]).compactMap { $0 }
  }

  /// Bookings ask payments from now on.
  func join(_ orders: OrderEnd) {
    orders.connect(payments.orderPort) { tables, reservation in
      try Payments.seen(reservation: reservation, in: tables).map { OrderState($0) }
    }
  }

  var handlers: [JobHandler] {
    [
      JobHandler(kind: .refund, parallel: 4) { [payments] job in
        try await Self.result { try await payments.refund(job.payload) }
      },
      JobHandler(
        kind: .closeAccount, parallel: 2, retries: RetryPolicy(attempts: 6, firstPause: 2_000, longestPause: 600_000)
      ) { [payments] job in
        try await Self.result { try await payments.closeAccount(job.payload) }
      },
      // What is not asked now must be asked some time: it is never given up.
      JobHandler(
        kind: .checkPayment, parallel: 4,
        retries: RetryPolicy(attempts: .max, firstPause: 1_000, longestPause: 60_000)
      ) { [payments] job in
        try await Self.result { try await payments.checkDue(job.payload) }
      },
      JobHandler(
        kind: .preparePayment, parallel: 4, retries: RetryPolicy(attempts: 4, firstPause: 1_000, longestPause: 60_000)
      ) { [payments] job in
        try await Self.result {
          try await payments.prepare(job.payload)
          return nil
        }
      },
      JobHandler(kind: .orderNews, parallel: 4) { job in try await tell(job) },
    ]
  }

  /// What a provider could not do now is tried again.
  private static func result(_ work: () async throws -> Payments.Outcome?) async throws -> JobResult {
    do { return try await work().map { JobResult($0) } ?? .nothing } catch let fault as PaymentFault {
      throw JobFailure.again(fault.text)
    }
  }

  /// What bookings tell by themselves is not told twice.
  private func tell(_ job: JobRow) async throws -> JobResult {
    let payload = job.payload
    guard let number = payload["order"]?.int64, let news = payload["news"]?.string, news != "paid",
      let row = try await store.read({ try $0.orders.find(RowID(number)) })
    else { return .nothing }
    var amount = ""
    if let units = payload["amount"]?.int64, let currency = payload["currency"]?.string.flatMap({ Currency($0) }) {
      amount = "\(Money(units, currency).decimal) \(currency.code)"
    }
    let reason = payload["reason"]?.string.flatMap { RefundReason(rawValue: $0) }
    try await pushes.tell(
      OrderTold(
        name: "order/\(job.id.value)", person: row.buyer, news: reason.flatMap(Self.news) ?? news, title: row.title,
        amount: amount, target: "/orders/" + row.record.code))
    return .nothing
  }

  /// Reasons that have words of their own.
  private static func news(_ reason: RefundReason) -> String? {
    switch reason {
    case .secondPayment, .reservationFailed: reason.rawValue
    default: nil
    }
  }
}

/// Routes without a key: what providers tell, and the checkout.
struct PaymentPages: Sendable {
  let hooks: PaymentHooks
  let checkout: CheckoutPages

  /// nil where it is none of these.
  func answer(_ request: HTTPRequest, from host: String) async throws -> HTTPResponse? {
    if let page = try await checkout.answer(request) { return page }
    return try await hooks.answer(request, from: host)
  }
}

extension PaymentArea {
  /// - Parameter key: signs the addresses of checkouts.
  func pages(_ settings: ServerSettings, key: [UInt8], clock: @escaping @Sendable () -> Timestamp) -> PaymentPages {
    let secrets = settings.payments.webhookSecrets + (sandbox == nil ? [] : [SandboxKeys.webhookSecret])
    return PaymentPages(
      hooks: PaymentHooks(
        payments: payments, signature: WebhookSignature(secrets: secrets), tries: TryLimiter(perMinute: 1_200),
        clock: clock),
      checkout: CheckoutPages(
        link: CheckoutLink(key: key), publicOrigin: settings.providers.publicOrigin, clock: clock,
        order: { [payments, sandbox] code in
          guard let found = try await payments.checkout(of: code) else { return nil }
          let price = found.row.record.price
          var order = CheckoutOrder(
            code: code, title: found.row.title, amount: price.amount, currency: price.currency.code,
            amountText: price.decimal, isOpen: found.isOpen)
          order.buyerName = found.buyer
          (order.buyerEmail, order.buyerPhone) = (found.email, found.phone)
          order.depositUntil = found.depositUntil
          order.provider = Self.checkoutProvider(found.row.provider, settings.payments, sandbox)
          return order
        }, returned: { [payments] in await payments.returned($0) }))
  }

  /// Where an order is paid: with whom it will be asked about, and with nobody else.
  private static func checkoutProvider(
    _ name: String, _ settings: PaymentSettings, _ sandbox: String?
  ) -> CheckoutProvider? {
    switch name {
    case PortOneV1.name:
      if let sandbox { return .sandbox(origin: sandbox, isV2: false) }
      return settings.v1.map { .portOneV1(code: $0.code, channel: $0.channel) }
    case PortOneV2.name:
      if let sandbox { return .sandbox(origin: sandbox, isV2: true) }
      return settings.v2.map { .portOneV2(store: $0.store, channel: $0.channel) }
    default: return nil
    }
  }

  /// The routes of reservations, and of what is paid for them.
  func add(
    to calls: inout CallTable, _ area: BookingArea, _ secrets: ServerSecrets, _ limits: Limits,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    area.add(to: &calls)
    let bookings = area.bookings
    let (link, identifiers) = (CheckoutLink(key: secrets.linkKey), secrets.identifiers)
    let desk = PaymentDesk(
      payments: payments, identifiers: identifiers,
      faces: { doctors, realm in try await bookings.faces(of: doctors, realm: realm) },
      reservation: { id, person in
        try await bookings.reservation(ID<Reservation>(identifiers.id(id).text), for: person)
      },
      checkout: { code, app, place, until in
        CheckoutPlace(place, of: app).map {
          link.path(CheckoutLink.Claims(app: app, order: code, place: $0, expiresAt: until))
        }
      }, changes: limits.changes, clock: clock)
    calls.addPayments(desk)
  }
}
