import Booking
import Payment
import Wire

/// What a server stores. A value: a transaction is a copy that takes the place of the first, or does not.
struct ModelTables {
  struct Refund: Equatable {
    let order: String
    let refund: RefundOrder
  }

  struct Key: Hashable {
    let person: Int
    let key: String
  }

  var view = MoneyView()
  /// Refunds to be carried out.
  var refunds: [Refund] = []
  /// Payments whose virtual accounts are to be closed.
  var closings: [String] = []
  /// First answers.
  var kept: [Key: MoneyAnswer] = [:]

  func order(_ code: String) -> Int? { view.orders.firstIndex { $0.record.code == code } }

  /// Numbers are places.
  func holds(_ reservation: Int) -> Bool { view.reservations.indices.contains(reservation) }

  func isFree(_ cells: Range<Int64>, of doctor: Int) -> Bool {
    cells.allSatisfy { view.cells[MoneyView.Cell(doctor: doctor, cell: $0)] == nil }
  }

  mutating func take(_ cells: Range<Int64>, of doctor: Int, for owner: MoneyView.Owner) {
    for cell in cells { view.cells[MoneyView.Cell(doctor: doctor, cell: cell)] = owner }
  }

  mutating func release(_ cells: Range<Int64>, of doctor: Int, by owner: MoneyView.Owner) {
    for cell in cells where view.cells[MoneyView.Cell(doctor: doctor, cell: cell)] == owner {
      view.cells[MoneyView.Cell(doctor: doctor, cell: cell)] = nil
    }
  }
}

extension MoneyView {
  func busy(_ doctor: Int) -> BusyCells {
    BusyCells(cells.keys.filter { $0.doctor == doctor }.map(\.cell))
  }

  /// The slot of a doctor that starts then, whether it is free or not.
  func slot(_ doctor: Int, _ start: Timestamp, at now: Timestamp) -> Slot? {
    SlotFinder(schedule: MoneyWorld.schedule(doctor), zone: .utc).slot(start: start, busy: busy(doctor), now: now)
  }
}
