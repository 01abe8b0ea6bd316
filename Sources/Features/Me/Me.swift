import AccountContract
import Contract
import Domain
import FeatureCore
import JSON
import Wire

/// The places around the account: each is a feature of its own, and this one leads to them.
public enum Me: Feature {
  public typealias State = MeState

  public indirect enum Action: Equatable, Sendable {
    case shown(MePlace, Role)
    case sessions(SessionList.Action)
    case openings(Openings.Action)
    case data(PersonalData.Action)
    case profile(OwnProfile.Action)
    case notices(NoticeList.Action)
    case ways(WayList.Action)
    case notifying(Notifying.Action)
    case credentials(Credentials.Action)
    case consents(ConsentList.Action)
    case approval(Approval.Action)
    case activity(ActivityLog.Action)
    /// Back from a provider's page that was to be linked; no fault: it is.
    case returned(IdentityKind, fault: String?)
    case answered(Tag, HTTPOutcome)
    case timerFired(Tag)
    case standing(PushStanding)
    case told(name: String, payload: String)
  }

  public static let prefix = "me/"

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown(let place, let role): return show(place, role, &state, moment)
    case .sessions(let action): return SessionList.reduce(&state.sessions, action, at: moment)
    case .openings(let action): return Openings.reduce(&state.openings, action, at: moment)
    case .data(let action): return PersonalData.reduce(&state.data, action, at: moment)
    case .profile(let action): return OwnProfile.reduce(&state.profile, action, at: moment)
    case .notices(let action): return NoticeList.reduce(&state.notices, action, at: moment)
    case .ways(let action): return WayList.reduce(&state.ways, action, at: moment)
    case .notifying(let action): return Notifying.reduce(&state.notifying, action, at: moment)
    case .credentials(let action): return Credentials.reduce(&state.credentials, action, at: moment)
    case .consents(let action): return ConsentList.reduce(&state.consents, action, at: moment)
    case .approval(let action): return Approval.reduce(&state.approval, action, at: moment)
    case .activity(let action): return ActivityLog.reduce(&state.activity, action, at: moment)
    case .returned(let way, let fault):
      return WayList.reduce(&state.ways, .returned(way, fault: fault), at: moment)
    case .answered(let tag, let outcome): return answer(tag, outcome, &state, moment)
    case .timerFired(Credentials.timer): return Credentials.reduce(&state.credentials, .timerFired, at: moment)
    case .timerFired(PersonalData.timer): return PersonalData.reduce(&state.data, .timerFired, at: moment)
    case .timerFired: return []
    case .standing(let standing): return Notifying.reduce(&state.notifying, .standing(standing), at: moment)
    case .told(let name, let payload): return hear(name, payload, &state, moment)
    }
  }

  private static func show(_ place: MePlace, _ role: Role, _ state: inout State, _ moment: Moment) -> [Effect] {
    state.place = place
    switch place {
    case .overview:
      let notices = NoticeList.reduce(&state.notices, .shown, at: moment)
      return role == .doctor ? notices + Approval.reduce(&state.approval, .shown, at: moment) : notices
    case .sessions: return SessionList.reduce(&state.sessions, .shown, at: moment)
    case .openings: return Openings.reduce(&state.openings, .shown, at: moment)
    case .data: return PersonalData.reduce(&state.data, .shown, at: moment)
    case .profile: return OwnProfile.reduce(&state.profile, .shown, at: moment)
    case .ways: return WayList.reduce(&state.ways, .shown, at: moment)
    case .notices: return NoticeList.reduce(&state.notices, .shown, at: moment)
    case .push: return Notifying.reduce(&state.notifying, .shown, at: moment)
    case .consents: return ConsentList.reduce(&state.consents, .shown, at: moment)
    case .approval: return Approval.reduce(&state.approval, .shown, at: moment)
    case .activity: return ActivityLog.reduce(&state.activity, .shown, at: moment)
    case .password: return Credentials.reduce(&state.credentials, .shown(.password), at: moment)
    case .phone, .email:
      // Whether there is a password to ask for.
      return Credentials.reduce(&state.credentials, .shown(place == .phone ? .phone : .email), at: moment)
        + [AccountAPI.proof.ask(Nothing(), WayList.proofTag)]
    }
  }

  private static func answer(
    _ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State, _ moment: Moment
  ) -> [Effect] {
    if tag.isUnder("me/sessions/") { return SessionList.reduce(&state.sessions, .answered(tag, outcome), at: moment) }
    if tag.isUnder("me/openings/") { return Openings.reduce(&state.openings, .answered(tag, outcome), at: moment) }
    if tag.isUnder("me/data/") { return PersonalData.reduce(&state.data, .answered(tag, outcome), at: moment) }
    if tag.isUnder("me/profile/") { return OwnProfile.reduce(&state.profile, .answered(tag, outcome), at: moment) }
    if tag.isUnder("me/notices/") { return NoticeList.reduce(&state.notices, .answered(tag, outcome), at: moment) }
    if tag.isUnder("me/ways/") { return WayList.reduce(&state.ways, .answered(tag, outcome), at: moment) }
    if tag.isUnder("me/push/") { return Notifying.reduce(&state.notifying, .answered(tag, outcome), at: moment) }
    if tag.isUnder("me/consents/") { return ConsentList.reduce(&state.consents, .answered(tag, outcome), at: moment) }
    if tag.isUnder("me/credentials/") {
      return Credentials.reduce(&state.credentials, .answered(tag, outcome), at: moment)
    }
    if tag.isUnder("me/approval/") { return Approval.reduce(&state.approval, .answered(tag, outcome), at: moment) }
    if tag.isUnder("me/activity/") { return ActivityLog.reduce(&state.activity, .answered(tag, outcome), at: moment) }
    return []
  }

  private static func hear(
    _ name: String, _ payload: String, _ state: inout State, _ moment: Moment
  ) -> [Effect] {
    guard let object = (try? JSONValue(parsing: payload))?.object else { return [] }
    if name == "notices", let unread = object["unread"]?.int64 {
      return NoticeList.reduce(&state.notices, .counted(unread), at: moment)
    }
    guard name == "notice", let notice = try? Notice.form.read(BodyFields(object))
    else { return [] }
    return NoticeList.reduce(&state.notices, .arrived(notice), at: moment)
  }
}
