extension Migration {
  /// Pictures of clinics: not of people, and not gone with whoever uploaded them.
  static let clinicPictures = Migration(
    number: 20, name: "clinic_pictures",
    sql: """
      CREATE TABLE clinic_pictures (
        name TEXT NOT NULL PRIMARY KEY,
        clinic_id BIGINT NOT NULL REFERENCES clinics (id) ON DELETE CASCADE,
        media_type TEXT NOT NULL,
        byte_count BIGINT NOT NULL,
        file_key TEXT NOT NULL,
        created_at BIGINT NOT NULL
      );
      CREATE INDEX clinic_pictures_by_clinic ON clinic_pictures (clinic_id);
      """)
}
