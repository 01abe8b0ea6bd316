public enum Theme: String, CaseIterable, Equatable, Sendable {
  case system, light, dark
}
