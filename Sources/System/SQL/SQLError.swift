/// What went wrong in a database, by what a caller can do about it.
public enum SQLError: Error, Equatable, Sendable {
  /// Another transaction or process stands in the way; trying again can help.
  case busy
  /// A row with that key exists; the text names the columns (`people.realm, people.email`).
  case unique(String)
  /// Another constraint: foreign key, NOT NULL, CHECK.
  case constraint(String)
  /// No space left, or the size limit of the database is reached. Nothing was written.
  case full
  /// The data are damaged, or are no database.
  case corrupt
  /// The file or the server cannot be reached, read or written. A write that ends in this may have been stored all the
  /// same, if the connection broke during its commit.
  case unavailable(String)
  /// The database was closed.
  case closed
  /// A column holds another type than was asked for.
  case columnType(Int)
  /// A mistake in the SQL or in its use.
  case mistake(String)
}
