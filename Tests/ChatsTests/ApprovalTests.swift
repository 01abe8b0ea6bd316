import Chats
import Contract
import Domain
import Storage
import Testing

struct ApprovalTests {
  @Test func aDoctorWhoWaitsMeetsNobody() async throws {
    let house = try await Clinic()
    _ = try await house.store.write { [doctor = house.doctor] in
      try $0.doctors.decide(.waiting, reason: "", on: doctor, at: start)
    }
    let (patient, doctor) = (house.identifiers.id(house.patient), house.identifiers.id(house.doctor))
    await #expect(throws: APIError.personNotFound) { try await house.chats.openRoom(with: doctor, by: house.patient) }
    await #expect(throws: APIError.notApproved) { try await house.chats.openRoom(with: patient, by: house.doctor) }
    _ = try await house.store.write { [doctor = house.doctor] in
      try $0.doctors.decide(.approved, reason: "", on: doctor, at: start)
    }
    _ = try await house.chats.openRoom(with: doctor, by: house.patient)
  }
}
