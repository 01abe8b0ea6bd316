/// What somebody changes in their own profile; nil leaves it as it is.
public struct ProfileEdit: Equatable, Sendable {
  public var nick: String?
  public var phoneNumber: String?
  public var introduction: String?
  /// A path from `POST /v1/users/profile/image`; empty takes the picture away.
  public var profileImage: String?
  public var name: String?
  public var hashTags: [String]?
  public var birthDay: String?
  public var gender: String?
  /// `info1` … `info5`.
  public var info: [String?] = [nil, nil, nil, nil, nil]

  public init() {}
}
