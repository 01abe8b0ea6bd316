import Storage

extension PrivacyTable {
  static let bookings = [
    TableRule(
      "clinics", "clinics, which are no people", of: .nobody, erased: .nothing,
      [
        .stays("id", .bookkeeping), .stays("realm", .bookkeeping), .stays("name", .bookkeeping),
        .stays("address", .bookkeeping), .stays("phone", .bookkeeping), .stays("longitude", .bookkeeping),
        .stays("latitude", .bookkeeping), .stays("hours", .bookkeeping), .stays("pictures", .bookkeeping),
        .stays("specialties", .bookkeeping), .stays("created_at", .bookkeeping), .stays("updated_at", .bookkeeping),
      ]),
    TableRule(
      "clinic_pictures", "pictures of clinics", of: .nobody, erased: .nothing,
      [
        .stays("name", .bookkeeping), .stays("clinic_id", .bookkeeping), .stays("media_type", .bookkeeping),
        .stays("byte_count", .bookkeeping), .stays("file_key", .secret), .stays("created_at", .bookkeeping),
      ]),
    TableRule(
      "doctor_schedules", "when a doctor works, and for what", of: .column("doctor_id"), erased: .rows,
      exported: "working_hours",
      [
        .goes("doctor_id", .bookkeeping), .goes("clinic_id", .bookkeeping), .goes("zone", .text),
        .goes("slot_minutes", .number), .goes("lead_minutes", .number), .goes("horizon_days", .number),
        .goes("needs_approval", .flag), .goes("approval_hours", .number), .goes("fee", .number),
        .goes("currency", .text), .goes("languages", .json), .goes("introduction", .text), .goes("answer_time", .text),
        .goes("free_hours", .number), .goes("part_hours", .number), .goes("part_percent", .number),
        .goes("rules", .json), .goes("exceptions", .json), .goes("version", .bookkeeping), .goes("updated_at", .time),
      ]),
    TableRule(
      "liked_doctors", "doctors whom somebody likes", of: .columns(["person_id", "doctor_id"]), erased: .rows,
      exported: "liked_doctors", where: "person_id = ?1",
      [.goes("person_id", .bookkeeping), .goes("doctor_id", .person), .goes("created_at", .time)]),
    TableRule(
      "reservations", "who is treated by whom, when and for what", of: .column("patient_id"),
      erased: .reduced(.consultRecord), exported: "reservations",
      [
        .stays("id", .reservation), .stays("realm", .bookkeeping), .stays("doctor_id", .person),
        .stays("patient_id", .bookkeeping), .stays("clinic_id", .bookkeeping), .goes("state", .text),
        .stays("starts_at", .time), .stays("ends_at", .time), .stays("placed_at", .bookkeeping), .goes("zone", .text),
        .stays("due_at", .time), .becomes("''", "person_name", .text), .becomes("NULL", "person_birth_date", .text),
        .goes("symptoms", .text), .stays("fee", .number), .goes("currency", .text), .stays("free_hours", .number),
        .stays("part_hours", .number), .stays("part_percent", .number), .stays("needs_approval", .flag),
        .stays("approval_hours", .number), .stays("lead_minutes", .bookkeeping), .goes("note", .text),
        .goes("cancelled_by", .text), .goes("cancel_reason", .text), .stays("version", .bookkeeping),
        .stays("room_id", .room), .stays("opens_at", .time), .stays("closes_at", .time), .stays("confirmed_at", .time),
        .stays("finished_at", .time), .stays("created_at", .time), .stays("updated_at", .bookkeeping),
        .stays("time_by_doctor", .flag),
      ]),
    TableRule(
      "reservation_cells", "five minutes of a doctor that are taken", of: .nobody,
      erased: .withRow(of: "reservations"),
      [
        .stays("doctor_id", .bookkeeping), .stays("cell", .bookkeeping), .stays("reservation_id", .bookkeeping),
        .stays("offer_id", .bookkeeping),
      ]),
    TableRule(
      "waiting_entries", "who waits for a free time", of: .columns(["patient_id", "doctor_id"]), erased: .rows,
      exported: "waiting_list", where: "patient_id = ?1",
      [
        .goes("id", .bookkeeping), .goes("realm", .bookkeeping), .goes("doctor_id", .person),
        .goes("patient_id", .bookkeeping), .goes("from_date", .text), .goes("to_date", .text), .goes("state", .text),
        .goes("created_at", .time),
      ]),
    TableRule(
      "waiting_offers", "times that somebody was offered", of: .through("entry_id", table: "waiting_entries"),
      erased: .withRow(of: "waiting_entries"), exported: "waiting_offers",
      [
        .goes("id", .bookkeeping), .goes("entry_id", .bookkeeping), .goes("doctor_id", .bookkeeping),
        .goes("starts_at", .time), .goes("ends_at", .time), .goes("until", .time), .goes("state", .text),
        .goes("created_at", .time),
      ]),
    TableRule(
      "calendar_links", "which address of a person's calendar is the present one", of: .column("person_id"),
      erased: .rows,
      [.goes("person_id", .bookkeeping), .goes("number", .bookkeeping), .goes("created_at", .bookkeeping)]),
  ]
}
