import JSON
import Seeded
import SocketIO
import Testing

@Suite struct SessionSimulationTests {
  @Test(arguments: 0..<50) func aQuietSessionLivesForHours(seed: Int) {
    var simulation = SessionSimulation(seed: seed)
    simulation.tell(.connect(namespace: "/me", auth: nil))
    simulation.run(milliseconds: 2 * 3_600_000)
    #expect(simulation.clientEnded == nil)
    #expect(simulation.serverEnded == nil)
    simulation.broadcast("/me", 1)
    simulation.run(milliseconds: 5_000)
    #expect(simulation.heard["/me"] == [1])
  }

  @Test(arguments: 0..<100) func aMemberHearsAllThatWasSentToItInOrder(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var simulation = SessionSimulation(seed: seed)
    simulation.tell(.connect(namespace: "/a", auth: nil))
    simulation.tell(.connect(namespace: "/b", auth: nil))
    for number in 0..<300 {
      simulation.run(milliseconds: Int64(random.below(2_000)))
      simulation.broadcast(random.below(2) == 0 ? "/a" : "/b", Int64(number))
    }
    simulation.run(milliseconds: 10_000)
    #expect(simulation.heard == simulation.sent)
    #expect(simulation.heard.values.reduce(0) { $0 + $1.count } > 200)
  }

  @Test(arguments: 0..<50) func bothSidesNoticeASilentLink(seed: Int) {
    var simulation = SessionSimulation(seed: seed)
    simulation.tell(.connect(namespace: "/me", auth: nil))
    simulation.run(milliseconds: 60_000 + Int64(seed) * 700)
    simulation.isSilent = true
    let since = simulation.now
    simulation.run(milliseconds: 60_000)
    #expect((simulation.clientEnded ?? .max) - since <= 48_100)
    #expect(simulation.serverEnded?.reason == .pingTimeout)
    #expect((simulation.serverEnded?.at ?? .max) - since <= 48_100)
    #expect(!simulation.client.isConnected("/me"))
    #expect(simulation.server.isOver)
  }

  @Test(arguments: 0..<50) func aRefusalReachesTheClientAndTheRestGoesOn(seed: Int) {
    var simulation = SessionSimulation(seed: seed)
    simulation.tell(.connect(namespace: "/no", auth: nil))
    simulation.tell(.connect(namespace: "/me", auth: nil))
    simulation.run(milliseconds: 20_000)
    #expect(simulation.refusals == ["/no"])
    #expect(simulation.client.isConnected("/me"))
    #expect(!simulation.client.isConnected("/no"))
  }

  @Test func aSessionThatOnlyWasRefusedEnds() {
    var simulation = SessionSimulation(seed: 1)
    simulation.tell(.connect(namespace: "/no", auth: nil))
    simulation.run(milliseconds: 80_000)
    #expect(simulation.serverEnded?.reason == .connectTimeout)
  }

  @Test(arguments: 0..<50) func everyQuestionIsAnsweredOnce(seed: Int) {
    var simulation = SessionSimulation(seed: seed)
    simulation.tell(.connect(namespace: "/me", auth: nil))
    simulation.run(milliseconds: 20_000)
    for number in 0..<20 {
      simulation.tell(.emit(namespace: "/me", name: "ask", arguments: [], ackID: Int64(number)))
      simulation.run(milliseconds: 500)
    }
    simulation.run(milliseconds: 10_000)
    #expect(simulation.acknowledged == (0..<20).map { Int64($0) })
  }

  @Test(arguments: 0..<50) func whoIsPutOutHearsNothingMoreAndCanComeBack(seed: Int) {
    var simulation = SessionSimulation(seed: seed)
    simulation.tell(.connect(namespace: "/me", auth: nil))
    simulation.run(milliseconds: 20_000)
    simulation.put(out: "/me")
    simulation.broadcast("/me", 1)
    simulation.run(milliseconds: 10_000)
    #expect(simulation.heard["/me"] == nil)
    #expect(!simulation.client.isConnected("/me"))
    simulation.tell(.connect(namespace: "/me", auth: nil))
    simulation.run(milliseconds: 20_000)
    simulation.broadcast("/me", 2)
    simulation.run(milliseconds: 10_000)
    #expect(simulation.heard["/me"] == [2])
  }

  @Test(arguments: 0..<50) func leavingAndComingBackInOneBreathWorks(seed: Int) {
    var simulation = SessionSimulation(seed: seed)
    simulation.tell(.connect(namespace: "/a", auth: nil))
    simulation.run(milliseconds: Int64(seed) * 200 + 3_100)
    simulation.tell(.disconnect(namespace: "/a"))
    simulation.tell(.connect(namespace: "/a", auth: nil))
    simulation.run(milliseconds: 20_000)
    #expect(simulation.client.isConnected("/a"))
    simulation.broadcast("/a", 1)
    simulation.run(milliseconds: 10_000)
    #expect(simulation.heard["/a"]?.last == 1)
  }
}
