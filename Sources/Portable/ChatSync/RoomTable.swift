import Domain
import Wire

/// Something of each of a few rooms. A dictionary for every kind of value would be a large part of a small program.
public struct RoomTable<Value: Equatable & Sendable>: Equatable, Sendable {
  private var rooms: [ID<Room>] = []
  private var values: [Value] = []

  public init() {}

  public subscript(room: ID<Room>) -> Value? {
    get { rooms.firstIndex(of: room).map { values[$0] } }
    set {
      let index = rooms.firstIndex(of: room)
      if let newValue {
        if let index {
          values[index] = newValue
        } else {
          rooms.append(room)
          values.append(newValue)
        }
      } else if let index {
        rooms.remove(at: index)
        values.remove(at: index)
      }
    }
  }
}
