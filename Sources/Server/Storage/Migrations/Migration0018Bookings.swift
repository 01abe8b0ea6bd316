extension Migration {
  /// Clinics, the rules by which doctors work, reservations and those who wait for one.
  ///
  /// `reservation_cells` is the promise that nothing overlaps: a cell is five minutes (epoch minutes / 5) of a doctor,
  /// and belongs to one reservation, or to the offer of a freed slot. `due_at` is the end of what waits: of a hold, or
  /// of the doctor's time to answer. Places are millionths of a degree. Rules, exceptions and lists are JSON: they are
  /// read and written as a whole.
  static let bookings = Migration(
    number: 18, name: "bookings",
    sql: clinicTables + reservationTables + waitingTables)

  private static let clinicTables = """
    CREATE TABLE clinics (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      realm TEXT NOT NULL,
      name TEXT NOT NULL,
      address TEXT NOT NULL,
      phone TEXT NOT NULL,
      longitude BIGINT NOT NULL,
      latitude BIGINT NOT NULL,
      hours TEXT NOT NULL,
      pictures TEXT NOT NULL,
      specialties TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    );
    CREATE INDEX clinics_by_realm ON clinics (realm, id);
    CREATE TABLE doctor_schedules (
      doctor_id BIGINT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
      clinic_id BIGINT REFERENCES clinics (id),
      zone TEXT NOT NULL,
      slot_minutes BIGINT NOT NULL,
      lead_minutes BIGINT NOT NULL,
      horizon_days BIGINT NOT NULL,
      needs_approval BIGINT NOT NULL,
      approval_hours BIGINT NOT NULL,
      fee BIGINT NOT NULL,
      currency TEXT NOT NULL,
      languages TEXT NOT NULL,
      introduction TEXT NOT NULL,
      answer_time TEXT NOT NULL,
      free_hours BIGINT NOT NULL,
      part_hours BIGINT NOT NULL,
      part_percent BIGINT NOT NULL,
      rules TEXT NOT NULL,
      exceptions TEXT NOT NULL,
      version BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    );
    CREATE INDEX doctor_schedules_by_clinic ON doctor_schedules (clinic_id, doctor_id);
    CREATE TABLE liked_doctors (
      person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      doctor_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (person_id, doctor_id)
    );
    CREATE INDEX liked_doctors_by_doctor ON liked_doctors (doctor_id);

    """

  private static let reservationTables = """
    CREATE TABLE reservations (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      realm TEXT NOT NULL,
      doctor_id BIGINT NOT NULL REFERENCES people (id),
      patient_id BIGINT NOT NULL REFERENCES people (id),
      clinic_id BIGINT REFERENCES clinics (id),
      state TEXT NOT NULL,
      starts_at BIGINT,
      ends_at BIGINT,
      placed_at BIGINT NOT NULL,
      zone TEXT NOT NULL,
      due_at BIGINT,
      person_name TEXT NOT NULL,
      person_birth_date TEXT,
      symptoms TEXT NOT NULL,
      fee BIGINT NOT NULL,
      currency TEXT NOT NULL,
      free_hours BIGINT NOT NULL,
      part_hours BIGINT NOT NULL,
      part_percent BIGINT NOT NULL,
      needs_approval BIGINT NOT NULL,
      approval_hours BIGINT NOT NULL,
      lead_minutes BIGINT NOT NULL,
      note TEXT NOT NULL,
      cancelled_by TEXT,
      cancel_reason TEXT NOT NULL,
      version BIGINT NOT NULL,
      room_id BIGINT REFERENCES rooms (id),
      opens_at BIGINT,
      closes_at BIGINT,
      confirmed_at BIGINT,
      finished_at BIGINT,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      CHECK (starts_at IS NULL OR ends_at > starts_at)
    );
    CREATE INDEX reservations_by_patient ON reservations (patient_id, placed_at, id);
    CREATE INDEX reservations_by_doctor ON reservations (doctor_id, placed_at, id);
    CREATE INDEX reservations_by_clinic ON reservations (clinic_id);
    CREATE INDEX reservations_by_room ON reservations (room_id);
    CREATE INDEX reservations_due ON reservations (doctor_id, due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX reservations_open ON reservations (patient_id, doctor_id, opens_at) WHERE opens_at IS NOT NULL;
    CREATE TABLE reservation_cells (
      doctor_id BIGINT NOT NULL,
      cell BIGINT NOT NULL,
      reservation_id BIGINT REFERENCES reservations (id) ON DELETE CASCADE,
      offer_id BIGINT,
      PRIMARY KEY (doctor_id, cell)
    ) WITHOUT ROWID;
    CREATE INDEX reservation_cells_by_reservation ON reservation_cells (reservation_id)
      WHERE reservation_id IS NOT NULL;
    CREATE INDEX reservation_cells_by_offer ON reservation_cells (offer_id) WHERE offer_id IS NOT NULL;

    """

  private static let waitingTables = """
    CREATE TABLE waiting_entries (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      realm TEXT NOT NULL,
      doctor_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      patient_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      from_date TEXT NOT NULL,
      to_date TEXT NOT NULL,
      state TEXT NOT NULL,
      created_at BIGINT NOT NULL
    );
    CREATE INDEX waiting_entries_open ON waiting_entries (doctor_id, id) WHERE state IN ('waiting', 'offered');
    CREATE INDEX waiting_entries_by_patient ON waiting_entries (patient_id, id);
    CREATE TABLE waiting_offers (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      entry_id BIGINT NOT NULL REFERENCES waiting_entries (id) ON DELETE CASCADE,
      doctor_id BIGINT NOT NULL,
      starts_at BIGINT NOT NULL,
      ends_at BIGINT NOT NULL,
      until BIGINT NOT NULL,
      state TEXT NOT NULL,
      created_at BIGINT NOT NULL
    );
    CREATE INDEX waiting_offers_by_entry ON waiting_offers (entry_id, id);
    CREATE INDEX waiting_offers_open ON waiting_offers (doctor_id, until) WHERE state = 'open';
    """
}
