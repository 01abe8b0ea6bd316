import FeatureCore

/// All places around the account of the person who is signed in.
public struct MeState: Equatable, Sendable {
  public internal(set) var place = MePlace.overview
  public internal(set) var sessions = SessionList.State()
  public internal(set) var openings = Openings.State()
  public internal(set) var data = PersonalData.State()
  public internal(set) var profile = OwnProfile.State()
  public internal(set) var notices = NoticeList.State()
  public internal(set) var ways = WayList.State()
  public internal(set) var notifying = Notifying.State()
  public internal(set) var credentials = Credentials.State()
  public internal(set) var consents = ConsentList.State()
  public internal(set) var approval = Approval.State()
  public internal(set) var activity = ActivityLog.State()

  public init() {}
}
