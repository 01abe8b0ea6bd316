import AccountContract
import Domain
import FeatureCore
import Wire

extension Me {
  /// The groups of the person's own page, between who it is and the settings.
  public static func overview(_ state: State, _ role: Role, _ l: Language) -> [PageModel<Action>.Part] {
    let unread = state.notices.unread
    let badge: String? = unread > 99 ? "99+" : unread > 0 ? "\(unread)" : nil
    let parts: [PageModel<Action>.Part] = [
      .rows(
        .init(
          l.say("계정", "Account", "アカウント"),
          [
            .init("profile", OwnProfile.title(l), .link("/me/profile")),
            .init("ways", l.say("로그인 방법", "Ways to sign in", "ログイン方法"), .link("/me/ways")),
            .init("sessions", l.say("로그인한 기기", "Signed-in devices", "ログイン中の端末"), .link("/me/sessions")),
            .init("consents", ConsentList.title(l), .link("/me/consents")),
          ])),
      .rows(
        .init(
          NoticeList.title(l),
          [
            .init("notices", l.say("알림함", "Inbox", "受信箱"), badge: badge, .link("/me/notices")),
            .init("push", Notifying.title(l), .link("/me/push")),
          ])),
      .rows(
        .init(
          l.say("개인정보", "Privacy", "プライバシー"),
          [
            .init("openings", Openings.title(l), .link("/me/openings")),
            .init("activity", ActivityLog.title(l), .link("/me/activity")),
            .init("data", PersonalData.title(l), .link("/me/data")),
          ])),
    ]
    return approval(state.approval, l) + (role == .doctor ? [] : [visits(l)]) + parts
  }

  /// What the third program shows.
  private static func visits(_ l: Language) -> PageModel<Action>.Part {
    .rows(
      .init(
        l.say("예약과 결제", "Bookings and payments", "予約とお支払い"),
        [
          .init("reservations", l.say("내 예약", "My bookings", "予約一覧"), .link("/reservations")),
          .init("waiting", l.say("빈자리 알림", "Waiting list", "キャンセル待ち"), .link("/waiting")),
          .init("payments", l.say("결제 내역", "Payments", "お支払い履歴"), .link("/payments")),
        ]))
  }

  private static func approval(_ state: Approval.State, _ l: Language) -> [PageModel<Action>.Part] {
    guard let approval = state.approval.value, approval.state != .approved else { return [] }
    return [.rows(.init([Approval.standing(approval, .link("/me/approval"), l)]))]
  }

  /// A place below the person's own page.
  public static func page(
    _ state: State, _ l: Language, _ dates: LocalDates, now: Timestamp
  ) -> PageModel<Action>? {
    switch state.place {
    case .overview: nil
    case .ways: WayList.page(state.ways, l).map { Action.ways($0) }
    case .sessions: SessionList.page(state.sessions, l, dates, now: now).map { Action.sessions($0) }
    case .openings: Openings.page(state.openings, l, dates, now: now).map { Action.openings($0) }
    case .data: PersonalData.page(state.data, l, dates, now: now).map { Action.data($0) }
    case .profile: OwnProfile.page(state.profile, l).map { Action.profile($0) }
    case .notices: NoticeList.page(state.notices, l, dates, now: now).map { Action.notices($0) }
    case .push: Notifying.page(state.notifying, l).map { Action.notifying($0) }
    case .consents: ConsentList.page(state.consents, l, dates, now: now).map { Action.consents($0) }
    case .approval: Approval.page(state.approval, l).map { Action.approval($0) }
    case .activity: ActivityLog.page(state.activity, l, dates, now: now).map { Action.activity($0) }
    case .password, .email, .phone:
      Credentials.page(state.credentials, hasPassword: hasPassword(state), l).map { Action.credentials($0) }
    }
  }

  private static func hasPassword(_ state: State) -> Bool {
    state.ways.proof?.hasPassword ?? true
  }
}
