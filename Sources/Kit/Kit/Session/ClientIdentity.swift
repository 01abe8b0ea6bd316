import Contract
import Foundation
import Session
import Wire

/// What a program tells a server about itself, as far as the dialect's policy sends it along.
public struct ClientIdentity: Equatable, Sendable {
  /// `linux`, `ios`, `macos`, …
  public var platform: String
  public var appVersion: String
  /// A name of the tz database, such as `Asia/Seoul`.
  public var timeZone: String
  /// For the person's list of devices.
  public var deviceName: String
  /// For dialects that ask for it (`ProductId`).
  public var productID: String

  public init(
    platform: String = ClientIdentity.thisPlatform, appVersion: String = "",
    timeZone: String = TimeZone.current.identifier,
    deviceName: String = ProcessInfo.processInfo.hostName, productID: String = ""
  ) {
    self.platform = platform
    self.appVersion = appVersion
    self.timeZone = timeZone
    self.deviceName = deviceName
    self.productID = productID
  }

  public static var thisPlatform: String {
    #if os(iOS)
      "ios"
    #elseif os(macOS)
      "macos"
    #elseif os(Linux)
      "linux"
    #else
      "other"
    #endif
  }

  /// Adds what the policy wants and the program knows.
  func add(to headers: inout HTTPHeaders, _ wanted: SessionHeaders) {
    func add(_ name: String, _ value: String, _ header: SessionHeaders) {
      let isPlain = value.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      if wanted.contains(header), !value.isEmpty {
        headers[name] = isPlain ? value : PercentEncoding.encode(segment: value)
      }
    }
    add("X-Platform", platform, .platform)
    add("X-App-Version", appVersion, .appVersion)
    add("X-Local-Timezone", timeZone, .timeZone)
    add("X-Device-Name", PercentEncoding.encode(segment: deviceName), .deviceName)
    add("ProductId", productID, .productID)
  }
}
