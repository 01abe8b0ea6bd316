import Domain
import FeatureCore

/// All that makes one consult app differ from another.
public struct AppConfiguration: Equatable, Sendable {
  public let app: App
  /// Starts with a slash and does not end with one.
  public let basePath: String
  public let name: Words
  public let slogan: Words
  public let tabs: [AppTab]
  /// Where a person lands who is signed in and wanted no other place.
  public let home: AppTab
  public let isTwoColumn: Bool

  public init(
    app: App, basePath: String, name: Words, slogan: Words, tabs: [AppTab], home: AppTab, isTwoColumn: Bool
  ) {
    self.app = app
    self.basePath = basePath
    self.name = name
    self.slogan = slogan
    self.tabs = tabs
    self.home = home
    self.isTwoColumn = isTwoColumn
  }

  public var listsDoctors: Bool { tabs.contains(.doctors) }
}

public enum AppTab: Equatable, Sendable {
  case doctors, rooms, schedule, me

  public var route: Route {
    switch self {
    case .doctors: .doctors
    case .rooms: .rooms
    case .schedule: .annex("schedule")
    case .me: .me
    }
  }
}
