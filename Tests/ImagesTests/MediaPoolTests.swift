import Foundation
import Images
import Testing

/// Workers that are shell scripts: what a broken or hostile one may do.
@Suite struct MediaPoolTests {
  /// 40 bytes: ready, with all protections.
  private static let hello = #"printf '\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\37'; head -c 24 /dev/zero; "#

  /// The same, with the network.
  private static let unconfinedHello = hello.replacing(#"\37"#, with: #"\36"#)
  /// What it says of a file that it cannot read.
  private static let refusal = #"printf '\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\1'; head -c 24 /dev/zero; "#

  private func pool(
    _ script: String, milliseconds: Int = 5_000, hello: String = hello, mayBeUnconfined: Bool = false
  ) -> MediaPool {
    MediaPool(
      command: ["/bin/sh", "-c", hello + script], folder: NSTemporaryDirectory(), count: 1,
      milliseconds: milliseconds, mayBeUnconfined: mayBeUnconfined)
  }

  private func run(_ pool: MediaPool) async -> MediaError? {
    do {
      _ = try await pool.run(.measureDocument, limits: MediaLimits(bytes: 1_000), count: 3) { [1, 2, 3] }
      return nil
    } catch { return error as? MediaError }
  }

  @Test func aWorkerThatHangsIsEndedInTime() async {
    let pool = pool("sleep 100", milliseconds: 100)
    #expect(await run(pool) == .crashed)
    #expect(await run(pool) == .crashed)
    pool.close()
  }

  @Test(arguments: ["exit 1", "kill -9 $$", "head -c 43 >/dev/null; echo nonsense that is long enough for forty bytes"])
  func aWorkerThatCrashesOrTalksNonsenseCostsOneFile(_ script: String) async {
    let pool = pool(script)
    #expect(await run(pool) == .crashed)
    pool.close()
  }

  @Test func whatAWorkerPromisesIsNotBelieved() async {
    // Done, format 6, 1 by 1, and 2^40 bytes to come.
    let head = #"\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\6\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0\0"#
    let answer = "head -c 43 >/dev/null; printf '\(head)'; cat /dev/zero"
    let pool = pool(answer)
    #expect(await run(pool) == .crashed)
    pool.close()
  }

  @Test func aRefusalKeepsTheWorker() async {
    let pool = pool("for n in 1 2; do head -c 43 >/dev/null; \(Self.refusal) done; sleep 100", milliseconds: 2_000)
    #expect(await run(pool) == .unreadable)
    #expect(pool.confinement?.missing == [])
    #expect(await run(pool) == .unreadable)
    pool.close()
  }

  @Test func aWorkerThatIsNotHeldBackGetsNoFileUnlessTheOperatorSaysSo() async {
    let script = "head -c 43 >/dev/null; \(Self.refusal) sleep 100"
    let strict = pool(script, milliseconds: 2_000, hello: Self.unconfinedHello)
    #expect(await run(strict) == .unavailable)
    #expect(strict.confinement?.missing == ["network"])
    let lenient = pool(script, milliseconds: 2_000, hello: Self.unconfinedHello, mayBeUnconfined: true)
    #expect(await run(lenient) == .unreadable)
    strict.close()
    lenient.close()
  }

  @Test func aProgramThatIsNotThereIsNoFaultOfTheFile() async {
    let pool = MediaPool(command: ["/nowhere/maru"], folder: NSTemporaryDirectory(), count: 1, milliseconds: 500)
    #expect(await run(pool) == .unavailable)
  }

  @Test func aClosedPoolTakesNothing() async {
    let pool = pool("sleep 100")
    pool.close()
    #expect(await run(pool) == .unavailable)
  }
}
