extension Migration {
  /// Whether the doctor set the time of a reservation: then cancelling costs nothing until the patient has chosen
  /// another one. Who set the times that are there already is not known; they stay under their policy.
  static let doctorsTimes = Migration(
    number: 23, name: "doctors_times",
    sql: """
      ALTER TABLE reservations ADD COLUMN time_by_doctor BIGINT NOT NULL DEFAULT 0;
      """)
}
