import Wire

/// A person as others see them.
public struct Person: Hashable, Sendable {
  public var id: ID<Person>
  public var nick: String
  /// Path of the picture under the API root.
  public var profileImage: String?
  public var introduction: String

  public init(id: ID<Person>, nick: String, profileImage: String? = nil, introduction: String = "") {
    self.id = id
    self.nick = nick
    self.profileImage = profileImage
    self.introduction = introduction
  }
}

/// How far a person has read in a room. Only ever grows.
public struct ReadPosition: Hashable, Sendable {
  public var personID: ID<Person>
  public var seq: Int64
  /// The newest seq when the person joined: earlier messages were never theirs to read.
  public var joinedSeq: Int64

  public init(personID: ID<Person>, seq: Int64, joinedSeq: Int64 = 0) {
    self.personID = personID
    self.seq = seq
    self.joinedSeq = joinedSeq
  }

  /// Whether this member was there when the message was sent and has not read it.
  public func hasNotRead(_ message: Message) -> Bool {
    personID != message.sender.id && joinedSeq < message.seq && seq < message.seq
  }
}

/// What a consult room is about: the reservation in it that comes next, or else the last.
public struct Consult: Hashable, Sendable {
  public var reservationID: String
  /// nil as long as the doctor has given no time.
  public var start: Timestamp?
  /// From when until when the patient may write.
  public var opensAt: Timestamp
  /// nil: there is no end yet.
  public var closesAt: Timestamp?
  /// When answers usually come, in the doctor's words; may be empty.
  public var answerTime: String

  public init(
    reservationID: String, start: Timestamp?, opensAt: Timestamp, closesAt: Timestamp?, answerTime: String
  ) {
    self.reservationID = reservationID
    self.start = start
    self.opensAt = opensAt
    self.closesAt = closesAt
    self.answerTime = answerTime
  }
}

public struct Room: Hashable, Sendable {
  public var id: ID<Room>
  /// Everybody in the room, the caller included.
  public var participants: [Person]
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
  public var lastMessage: Message?
  /// The seq of the newest message; 0 where there is none.
  public var lastSeq: Int64
  /// Messages of others above the caller's read position.
  public var unreadCount: Int
  /// One for each member who is present.
  public var reads: [ReadPosition]
  /// The version of the newest change; 0 where there is none.
  public var version: Int64
  /// No notifications for the caller.
  public var isMuted: Bool
  public var pinned: Message?
  public var consult: Consult?

  public init(
    id: ID<Room>, participants: [Person], createdAt: Timestamp, updatedAt: Timestamp, lastMessage: Message? = nil,
    lastSeq: Int64 = 0, unreadCount: Int = 0, reads: [ReadPosition] = [], version: Int64 = 0, isMuted: Bool = false,
    pinned: Message? = nil, consult: Consult? = nil
  ) {
    self.id = id
    self.participants = participants
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.lastMessage = lastMessage
    self.lastSeq = lastSeq
    self.unreadCount = unreadCount
    self.reads = reads
    self.version = version
    self.isMuted = isMuted
    self.pinned = pinned
    self.consult = consult
  }
}

public struct Doctor: Hashable, Sendable {
  public var person: Person
  public var clinic: String
  public var specialty: String

  public init(person: Person, clinic: String, specialty: String) {
    self.person = person
    self.clinic = clinic
    self.specialty = specialty
  }
}
