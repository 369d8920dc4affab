import Synchronization
import TestSupport
import Testing

@testable import DeviceIO

@Suite(.timeLimit(.patientMinutes(2))) struct SupervisionTests {
  private let supervision = Supervision()

  @Test func aStuckThreadIsNamed() {
    supervision.watching("decoder", limit: .seconds(60)) {
      #expect(supervision.stuck() == [])
      #expect(supervision.stuck(at: .now + .seconds(59)) == [])
      #expect(supervision.stuck(at: .now + .seconds(61)) == ["decoder"])
      supervision.idling {
        #expect(supervision.stuck(at: .now + .seconds(61)) == [])
      }
      #expect(supervision.stuck(at: .now + .seconds(61)) == ["decoder"])
    }
    #expect(supervision.stuck(at: .now + .seconds(61)) == [])
  }

  @Test func aThreadIsSupervisedUntilItEnds() async throws {
    let later = ContinuousClock.now + .seconds(3_600 * 24 * 365)
    func isStuck() -> Bool { Supervision.shared.stuck(at: later).contains("supervised") }
    let wake = try WakeSignal()
    let (waits, end) = (Completion(), Completion())
    try BlockingThread.start(name: "supervised", limit: .seconds(60)) {
      #expect(Supervision.shared.stuck(at: later).contains("supervised"))
      waits.finish()
      var descriptors = [Poll.reading(wake.descriptor)]
      _ = Poll.wait(&descriptors, timeout: nil)
      #expect(Supervision.shared.stuck(at: later).contains("supervised"))
      end.finish()
    }
    await waits.wait()
    while isStuck() { await Task.yield() }
    wake.raise()
    await end.wait()
    while isStuck() { await Task.yield() }
  }
}
