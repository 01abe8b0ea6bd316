import SQL

extension Migration {
  /// Orders, what providers said of their payments, every movement of money, and the first answers to requests that may
  /// come twice.
  ///
  /// A payment belongs to one order for ever (`UNIQUE`). The ledger is only added to: the database itself refuses to
  /// change an entry, and to remove one before its order. Amounts are minor units.
  static let payments = Migration(
    number: 21, name: "payments", sql: orderTables + ledgerTables,
    fill: { connection in
      switch connection.dialect {
      case .sqlite: try connection.run(script: sqliteGuards)
      case .postgres: try connection.run(script: postgresGuards)
      }
    })

  private static let orderTables = """
    CREATE TABLE orders (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      code TEXT NOT NULL UNIQUE,
      realm TEXT NOT NULL,
      buyer_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      doctor_id BIGINT NOT NULL,
      reservation_id BIGINT,
      provider TEXT NOT NULL,
      title TEXT NOT NULL,
      price BIGINT NOT NULL,
      currency TEXT NOT NULL,
      phase TEXT NOT NULL,
      stage TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      deposit_milliseconds BIGINT NOT NULL,
      latest_hold BIGINT,
      paid_by TEXT,
      paid_at BIGINT,
      reviews TEXT NOT NULL,
      has_refund_account BIGINT NOT NULL DEFAULT 0,
      next_check_at BIGINT,
      asked_at BIGINT
    );
    CREATE INDEX orders_by_buyer ON orders (buyer_id, id);
    CREATE UNIQUE INDEX orders_by_reservation ON orders (reservation_id) WHERE reservation_id IS NOT NULL;
    CREATE INDEX orders_to_check ON orders (next_check_at) WHERE next_check_at IS NOT NULL;
    CREATE INDEX orders_in_review ON orders (id) WHERE reviews <> '';
    CREATE TABLE payments (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      provider TEXT NOT NULL,
      payment_key TEXT NOT NULL,
      status TEXT NOT NULL,
      currency TEXT NOT NULL,
      method TEXT NOT NULL,
      captured BIGINT NOT NULL,
      cancelled BIGINT NOT NULL,
      cancelling BIGINT NOT NULL,
      refund_target BIGINT NOT NULL,
      refund_reason TEXT,
      tries BIGINT NOT NULL,
      is_refund_refused BIGINT NOT NULL,
      refund_key TEXT,
      refund_asked_at BIGINT,
      captured_at BIGINT,
      deposit TEXT,
      receipt TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      UNIQUE (provider, payment_key)
    );
    CREATE INDEX payments_by_order ON payments (order_id, id);

    """

  private static let ledgerTables = """
    CREATE TABLE ledger_entries (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      payment_key TEXT NOT NULL,
      kind TEXT NOT NULL,
      amount BIGINT NOT NULL,
      currency TEXT NOT NULL,
      total BIGINT NOT NULL,
      entered_at BIGINT NOT NULL,
      UNIQUE (order_id, payment_key, kind, total)
    );
    CREATE TABLE order_notes (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      order_id BIGINT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      noted_at BIGINT NOT NULL,
      code TEXT NOT NULL,
      amount BIGINT,
      currency TEXT,
      detail TEXT NOT NULL
    );
    CREATE INDEX order_notes_by_order ON order_notes (order_id, id);
    CREATE TABLE refund_accounts (
      order_id BIGINT NOT NULL PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
      sealed TEXT NOT NULL,
      created_at BIGINT NOT NULL
    );
    CREATE TABLE idempotency_keys (
      person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      scope TEXT NOT NULL,
      request_key TEXT NOT NULL,
      digest TEXT NOT NULL,
      answer TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (person_id, scope, request_key)
    );
    CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

    """

  private static let sqliteGuards = """
    CREATE TRIGGER ledger_entries_stay BEFORE UPDATE ON ledger_entries BEGIN
      SELECT RAISE(ABORT, 'ledger entries are never changed');
    END;
    CREATE TRIGGER ledger_entries_kept BEFORE DELETE ON ledger_entries
    WHEN EXISTS (SELECT 1 FROM orders WHERE id = OLD.order_id) BEGIN
      SELECT RAISE(ABORT, 'ledger entries go with their order');
    END;
    """

  private static let postgresGuards = """
    CREATE FUNCTION refuse_lone_entry() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM orders WHERE id = OLD.order_id) THEN
        RAISE EXCEPTION 'ledger entries go with their order' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN OLD;
    END $$;
    CREATE TRIGGER ledger_entries_stay BEFORE UPDATE ON ledger_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER ledger_entries_kept BEFORE DELETE ON ledger_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_lone_entry();
    CREATE TRIGGER ledger_entries_whole BEFORE TRUNCATE ON ledger_entries EXECUTE FUNCTION refuse_emptying();
    """
}
