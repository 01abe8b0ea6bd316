import ChatSimulation
import Foundation
import MoneySimulation
import SessionSimulation
import StoreSimulation

// simulate [SEEDS=n] [FROM=n] [SEED=n] [SESSION=n] [SESSIONS=n] [PAYMENT=n] [PAYMENTS=n] [STEPS=n] [MUTANTS=n] [REAL=n]
// [GATE=1]: see docs/simulator.md
let isFull = ProcessInfo.processInfo.environment["MARU_TEST_SCALE"] == "all"
var wish = SimulationWish(CommandLine.arguments.dropFirst())
var sessions = SessionWish(CommandLine.arguments.dropFirst())
let money = MoneyWish(CommandLine.arguments.dropFirst())
if wish.isGate {
  wish.count = isFull ? 100_000 : 1_000
  wish.realCount = isFull ? 2_000 : 50
  wish.mutantSeeds = 300
}

/// Chats, and their figures on the real store.
func playChats(_ wish: SimulationWish) throws -> Bool {
  func model(_ seed: UInt64, _ mutant: Mutant? = nil) -> ModelStore {
    ModelStore(people: 3, isConsult: SimulationWish.isConsult(seed), mutant: mutant)
  }
  func real(_ seed: UInt64, isSynced: Bool = true) throws -> RealStore {
    try RealStore(people: 3, isConsult: SimulationWish.isConsult(seed), seed: seed, isSynced: isSynced)
  }
  guard wish.carryOut({ model($0, $1) }) else { return false }
  if wish.mutantSeeds > 0, try !wish.findsCut("unsynced", within: 20, { try real($0, isSynced: false) }) {
    return false
  }
  if wish.realCount == 0 { return true }
  return try wish.compare({ model($0) }, { try real($0) }, count: wish.realCount)
    && wish.cut({ try real($0) }, count: wish.realCount)
}

/// Sessions, on the model and on the real accounts.
func playSessions(_ wish: SimulationWish, _ asked: SessionWish) throws -> Bool {
  var sessions = asked
  if wish.isGate || wish.mutantSeeds > 0 {
    guard sessions.findsMutants(within: 1_000) else { return false }
  }
  sessions.count = wish.count
  guard sessions.carryOut("model", { _ in ModelServer() }) else { return false }
  sessions.count = wish.realCount
  return try sessions.count == 0 || sessions.carryOut("real accounts", { try RealSessions(seed: $0) })
}

/// Orders, reservations and refunds, on the model and on the real bookings and payments.
/// - Parameters:
///   - real: so many seeds on the latter.
///   - findsReal: whether faults around the real code are looked for as well.
func playMoney(_ wish: SimulationWish, _ asked: MoneyWish, real: UInt64, findsReal: Bool) throws -> Bool {
  var money = asked
  if wish.mutantSeeds > 0 {
    guard money.findsMutants(within: 1_000) else { return false }
    if findsReal, try !RealMutant.areFound(by: money, within: 300) { return false }
  }
  if !money.isAlone { money.count = wish.count }
  // One that is told is told once.
  if !money.tells || real == 0 {
    guard money.carryOut("model", { _, provider in ModelDesk(provider: provider) }) else { return false }
  }
  if real == 0 { return true }
  if !money.tells { money.count = real }
  return try money.carryOut("real bookings and payments") { try RealDesk(seed: $0, provider: $1) }
}

// A seed on the real bookings and payments takes many times as long as one of chats.
let realMoney: UInt64 = wish.isGate && !isFull ? 20 : wish.realCount
let findsReal = !wish.isGate || isFull
if money.isAlone { exit(try playMoney(wish, money, real: realMoney, findsReal: findsReal) ? 0 : 1) }
if sessions.isAlone {
  if wish.mutantSeeds > 0, !sessions.findsMutants(within: wish.mutantSeeds) { exit(1) }
  let isRight = sessions.carryOut("model", { _ in ModelServer() })
  if sessions.count > 1 { sessions.count = wish.realCount }
  let isRightAgain = try sessions.count == 0 || sessions.carryOut("real accounts", { try RealSessions(seed: $0) })
  exit(isRight && isRightAgain ? 0 : 1)
}
guard try playChats(wish) else { exit(1) }
let isWell =
  try wish.tells
  || (playSessions(wish, sessions) && playMoney(wish, money, real: realMoney, findsReal: findsReal))
exit(isWell ? 0 : 1)
