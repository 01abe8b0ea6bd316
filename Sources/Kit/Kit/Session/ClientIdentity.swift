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
    deviceName: String = ClientIdentity.thisDevice, productID: String = ""
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

  /// What the host calls itself, without its domain; empty where it has no name of its own.
  public static var thisDevice: String { deviceName(ofHost: ProcessInfo.processInfo.hostName) }

  static func deviceName(ofHost host: String) -> String {
    let name = host.prefix { $0 != "." }
    // An address is no name, and "localhost" is everybody's.
    return name.allSatisfy { $0.isASCII && $0.isNumber } || host.contains(":") || name == "localhost"
      ? "" : String(name)
  }

  /// Adds what the policy wants and the program knows.
  func add(to headers: inout HTTPHeaders, _ wanted: SessionHeaders) {
    for (header, name) in SessionHeaders.table where wanted.contains(header) {
      let value = value(of: header)
      let isPlain = value.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      if !value.isEmpty { headers[name] = isPlain ? value : PercentEncoding.encode(segment: value) }
    }
  }

  /// The key is the call's own.
  private func value(of header: SessionHeaders) -> String {
    switch header {
    case .platform: platform
    case .appVersion: appVersion
    case .timeZone: timeZone
    case .deviceName: PercentEncoding.encode(segment: deviceName)
    case .productID: productID
    default: ""
    }
  }
}
