/// A fault put into server or client on purpose. The simulator is worth something because it finds each of them.
public enum Mutant: String, CaseIterable, Sendable {
  /// The server stores a repeated client id again.
  case noDeduplication
  /// The server answers before what it answers is durable.
  case acknowledgedBeforeDurable
  /// The server lets a read position fall.
  case readGoesBack
  /// The server lets an edit that comes after a delete bring the text back.
  case editBeatsDelete
  /// The server gives an edit no version of its own.
  case editWithoutVersion
  /// The server tells a person what somebody whom they block has said.
  case blockedIsTold
  /// The server shows a person the emoji of somebody whom they block.
  case blockedReactionIsShown
  /// The server leaves hidden messages out of the history.
  case hiddenLeavesAHole
  /// The server lets patients write while the consult is closed.
  case closedConsultTakes
  /// The server leaves a message pinned that was deleted.
  case pinOutlivesDelete
  /// The server mutes a room for everybody in it.
  case muteForEverybody
  /// The server counts what is hidden from a person as unread.
  case hiddenIsUnread
  /// The server gives messages the time of its clock, whatever that does.
  case clockBelieved
  /// The client keeps mute and pin of a room as it first heard of them.
  case settingsNotTaken
  /// The client draws messages as neighbours wherever nothing is known to lie between.
  case adjacencyWithoutProof
  /// The client takes every version that it hears of for the next one.
  case versionGapIgnored
  /// The client sends what it kept in the wrong order.
  case outboxReordered
  /// The client forgets at its end what it had wanted to say.
  case outboxNotKept
  /// The client shows what it kept as it was, whatever has been deleted since.
  case changesNotAskedFor
  /// A tab does not hear that another tab of the browser has something to send.
  case tabsAreNotTold
  /// A tab takes an outbox for the newest that it read before it wrote.
  case olderOutboxTaken
  /// The client drops what its store could not write, and goes on with what comes later.
  case failedWriteDropped
  /// A tab that cannot write takes itself for the one that sends.
  case failedWriteMakesWriter
  /// A message leaves the device before that is written down.
  case sentBeforeWritten
  /// The client does not see in its store what it has handed over and is not written yet.
  case unwrittenUnseen
  /// The client forgets what was marked as read where no answer comes.
  case readsNotRepeated
}
