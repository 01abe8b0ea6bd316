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

public struct Message: Hashable, Sendable {
  public var id: ID<Message>
  public var roomID: ID<Room>
  /// 1, 2, 3 … in the order of commits within the room.
  public var seq: Int64
  /// The sender's own name for the message, unique per sender and room for ever.
  public var clientID: String?
  public var content: String
  public var files: [String]
  public var sender: Person
  public var createdAt: Timestamp
  public var updatedAt: Timestamp

  public init(
    id: ID<Message>, roomID: ID<Room>, seq: Int64, clientID: String?, content: String, files: [String] = [],
    sender: Person, createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.roomID = roomID
    self.seq = seq
    self.clientID = clientID
    self.content = content
    self.files = files
    self.sender = sender
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

/// How far a person has read in a room. Only ever grows.
public struct ReadPosition: Hashable, Sendable {
  public var personID: ID<Person>
  public var seq: Int64

  public init(personID: ID<Person>, seq: Int64) {
    self.personID = personID
    self.seq = seq
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
  public var reads: [ReadPosition]

  public init(
    id: ID<Room>, participants: [Person], createdAt: Timestamp, updatedAt: Timestamp, lastMessage: Message? = nil,
    lastSeq: Int64 = 0, unreadCount: Int = 0, reads: [ReadPosition] = []
  ) {
    self.id = id
    self.participants = participants
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.lastMessage = lastMessage
    self.lastSeq = lastSeq
    self.unreadCount = unreadCount
    self.reads = reads
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
