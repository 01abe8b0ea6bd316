/// A place below `/me`. The raw value is its path there.
public enum MePlace: String, CaseIterable, Equatable, Sendable {
  case overview = ""
  case sessions, ways, profile, data, openings, password, email, phone, notices, push, consents, approval, activity
}
