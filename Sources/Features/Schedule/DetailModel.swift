import BookingContract
import Domain
import FeatureCore
import Reserving
import Wire

/// One reservation beside the board, and what the doctor can do with it.
public struct DetailModel {
  public struct Button: Equatable {
    public var label: String
    public var action: Board.Action
    public var isMain: Bool
    public var isDanger: Bool
  }

  public struct Fact: Equatable {
    public var label: String
    public var text: String
  }

  public struct Time: Equatable {
    public var start: Timestamp
    public var text: String
  }

  /// Asked before a deed that cannot be taken back.
  public struct Question: Equatable {
    public var title: String
    public var text: String
    /// nil where no reason is asked for.
    public var reasonLabel: String?
    public var reason: String
    public var confirmLabel: String
    public var cancelLabel: String
  }

  public var id: ID<Reservation>
  public var person: String
  public var when: [String]
  public var state: String
  public var tone: String
  public var facts: [Fact]
  public var buttons: [Button]
  public var noteTitle: String
  /// What stands there; nil for nothing.
  public var note: String?
  /// While it is written.
  public var noteDraft: String?
  public var noteHint: String
  public var noteLabel: String
  public var noteSaveLabel: String
  public var mayHaveNote: Bool
  public var timesTitle: String
  /// nil while no time is looked for.
  public var times: [Time]?
  public var areTimesLoading: Bool
  public var timesText: String?
  public var isBusy: Bool
  public var notice: String?
  public var closeLabel: String
  public var cancelLabel: String
  public var question: Question?
}

extension Board {
  static func detail(_ reservation: Reservation, _ state: State, _ l: Language, _ when: When) -> DetailModel {
    let slots = state.times?.value ?? []
    var timesText: String?
    if state.times?.lack == .failed { timesText = ScheduleWords.failed(l) }
    if let times = state.times?.value, times.isEmpty { timesText = ScheduleWords.noFree(l) }
    return DetailModel(
      id: reservation.id, person: reservation.personName, when: when.lines(of: reservation),
      state: ScheduleWords.state(reservation.state, l), tone: reservation.state.rawValue,
      facts: facts(reservation, l, when), buttons: buttons(reservation, state, l),
      noteTitle: ScheduleWords.note(l), note: reservation.note.flatMap { $0.isEmpty ? nil : $0 },
      noteDraft: state.note, noteHint: ScheduleWords.noteHint(l),
      noteLabel: reservation.note.isNone ? ScheduleWords.writeNote(l) : ScheduleWords.changeNote(l),
      noteSaveLabel: ScheduleWords.save(l), mayHaveNote: reservation.mayHaveNote,
      timesTitle: ScheduleWords.freeTimes(l),
      times: state.times.isNone ? nil : slots.map { .init(start: $0.start, text: when.local($0.local)) },
      areTimesLoading: state.times?.lack == .loading, timesText: timesText, isBusy: state.isBusy,
      notice: state.failure.map { BookingWords.refusal($0, l) }, closeLabel: ScheduleWords.close(l),
      cancelLabel: ScheduleWords.back(l),
      question: state.asked.map { question($0, state, reservation, l) })
  }

  private static func facts(_ reservation: Reservation, _ l: Language, _ when: When) -> [DetailModel.Fact] {
    var facts: [DetailModel.Fact] = []
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { facts.append(.init(label: label, text: text)) }
    }
    add(ScheduleWords.birthDate(l), reservation.personBirthDate?.wireText)
    add(ScheduleWords.account(l), reservation.patient?.nick)
    add(ScheduleWords.symptoms(l), reservation.symptoms)
    add(ScheduleWords.fee(l), BookingWords.money(reservation.fee, reservation.currency, l))
    if reservation.state == .requested {
      let near = when.near(reservation.start, reservation.localStart)
      add(ScheduleWords.answerUntil(l), reservation.approveUntil.map { near.own($0) })
    }
    add(ScheduleWords.reason(l), reservation.cancelReason)
    return facts
  }

  private static func buttons(_ reservation: Reservation, _ state: State, _ l: Language) -> [DetailModel.Button] {
    var buttons: [DetailModel.Button] = []
    func add(_ deed: Deed, isMain: Bool = false, isDanger: Bool = false) {
      guard reservation.allows(deed, now: state.now) else { return }
      buttons.append(
        .init(label: ScheduleWords.deed(deed, l), action: .deedTapped(deed), isMain: isMain, isDanger: isDanger))
    }
    add(.approve, isMain: true)
    add(.done, isMain: true)
    if !reservation.roomID.isNone {
      buttons.append(.init(label: ScheduleWords.room(l), action: .roomTapped, isMain: false, isDanger: false))
    }
    if reservation.mayMove {
      let label = reservation.start.isNone ? ScheduleWords.giveTime(l) : ScheduleWords.move(l)
      buttons.append(.init(label: label, action: .timesTapped, isMain: reservation.start.isNone, isDanger: false))
    }
    add(.noShow)
    add(.decline, isDanger: true)
    add(.cancel, isDanger: true)
    return buttons
  }

  private static func question(
    _ deed: Deed, _ state: State, _ reservation: Reservation, _ l: Language
  ) -> DetailModel.Question {
    DetailModel.Question(
      title: ScheduleWords.ask(deed, reservation.personName, l),
      text: deed.hasReason ? ScheduleWords.refundHint(l) : ScheduleWords.missedHint(l),
      reasonLabel: deed.hasReason ? ScheduleWords.reasonLabel(l) : nil, reason: state.reason,
      confirmLabel: ScheduleWords.deed(deed, l), cancelLabel: ScheduleWords.back(l))
  }
}
