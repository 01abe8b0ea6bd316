import Domain
import SQL

/// Which cells of five minutes of a doctor are taken. The primary key is the promise that nothing overlaps.
public struct CellStore {
  let connection: any SQLConnection

  /// Whose cells they are.
  public enum Owner: Equatable, Sendable {
    case reservation(RowID<ReservationRow>)
    case offer(RowID<WaitingOfferRow>)
  }

  /// Takes all cells of a range. false where one of them is taken; the transaction must then be given up.
  public func take(_ cells: Range<Int64>, of doctor: RowID<Person>, for owner: Owner) throws(SQLError) -> Bool {
    guard !cells.isEmpty else { return false }
    var (reservation, offer): (Int64?, Int64?) = (nil, nil)
    switch owner {
    case .reservation(let id): reservation = id.value
    case .offer(let id): offer = id.value
    }
    // `WHERE` keeps the conflict clause from being read as that of a join.
    let taken = try connection.execute(
      """
      INSERT INTO reservation_cells (doctor_id, cell, reservation_id, offer_id)
      WITH RECURSIVE span (cell) AS (
        SELECT CAST(?2 AS BIGINT) UNION ALL SELECT cell + 1 FROM span WHERE cell + 1 < ?3)
      SELECT CAST(?1 AS BIGINT), cell, CAST(?4 AS BIGINT), CAST(?5 AS BIGINT) FROM span WHERE cell < ?3
      ON CONFLICT (doctor_id, cell) DO NOTHING
      """,
      [
        .id(doctor), .integer(cells.lowerBound), .integer(cells.upperBound), .optional(reservation), .optional(offer),
      ])
    return taken == cells.count
  }

  public func release(_ owner: Owner) throws(SQLError) {
    switch owner {
    case .reservation(let id):
      try connection.execute("DELETE FROM reservation_cells WHERE reservation_id = ?1", [.id(id)])
    case .offer(let id): try connection.execute("DELETE FROM reservation_cells WHERE offer_id = ?1", [.id(id)])
    }
  }

  /// The taken ones in a range, in order.
  public func taken(in cells: Range<Int64>, of doctor: RowID<Person>) throws(SQLError) -> [Int64] {
    try connection.all(
      "SELECT cell FROM reservation_cells WHERE doctor_id = ?1 AND cell >= ?2 AND cell < ?3 ORDER BY cell",
      [.id(doctor), .integer(cells.lowerBound), .integer(cells.upperBound)]
    ) { (row) throws(SQLError) in try row.int64(0) }
  }
}
