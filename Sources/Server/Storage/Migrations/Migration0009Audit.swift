import SQL

extension Migration {
  /// What happened to accounts, for the people themselves and the operator. The database itself refuses to change an
  /// entry, and to remove one before its date; an opening of a file goes only with its file.
  static let audit = Migration(
    number: 9, name: "audit",
    sql: """
      CREATE TABLE audit_entries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        person_id BIGINT,
        session_id BIGINT,
        actor TEXT NOT NULL,
        kind TEXT NOT NULL,
        detail TEXT NOT NULL,
        address TEXT NOT NULL,
        happened_at BIGINT NOT NULL,
        keep_until BIGINT NOT NULL
      );
      CREATE INDEX audit_entries_by_person ON audit_entries (person_id, id);
      CREATE INDEX audit_entries_by_keeping ON audit_entries (keep_until);
      CREATE INDEX file_openings_by_person ON file_openings (person_id, id);
      """,
    fill: { connection in
      switch connection.dialect {
      case .sqlite: try connection.run(script: sqliteGuards)
      case .postgres: try connection.run(script: postgresGuards)
      }
    })

  private static let sqliteGuards = """
    CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries BEGIN
      SELECT RAISE(ABORT, 'audit entries are never changed');
    END;
    CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
    WHEN OLD.keep_until > CAST(strftime('%s', 'now') AS INTEGER) * 1000 BEGIN
      SELECT RAISE(ABORT, 'audit entries are kept until their date');
    END;
    CREATE TRIGGER file_openings_stay BEFORE UPDATE ON file_openings BEGIN
      SELECT RAISE(ABORT, 'openings are never changed');
    END;
    CREATE TRIGGER file_openings_kept BEFORE DELETE ON file_openings
    WHEN EXISTS (SELECT 1 FROM files WHERE id = OLD.file_id) BEGIN
      SELECT RAISE(ABORT, 'openings go with their file');
    END;
    """

  private static let postgresGuards = """
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% are never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$;
    CREATE FUNCTION refuse_early_removal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.keep_until > EXTRACT(EPOCH FROM clock_timestamp()) * 1000 THEN
        RAISE EXCEPTION 'audit entries are kept until their date' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN OLD;
    END $$;
    CREATE FUNCTION refuse_lone_removal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM files WHERE id = OLD.file_id) THEN
        RAISE EXCEPTION 'openings go with their file' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN OLD;
    END $$;
    CREATE FUNCTION refuse_emptying() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is never emptied', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$;
    CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_early_removal();
    CREATE TRIGGER audit_entries_whole BEFORE TRUNCATE ON audit_entries EXECUTE FUNCTION refuse_emptying();
    CREATE TRIGGER file_openings_stay BEFORE UPDATE ON file_openings
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER file_openings_kept BEFORE DELETE ON file_openings
      FOR EACH ROW EXECUTE FUNCTION refuse_lone_removal();
    """
}
