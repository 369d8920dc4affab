import TestSupport
import Testing

@testable import ApplianceCore

/// Any events, in any order.
@Suite struct RandomWalkTests {
  @Test(
    .tags(.slow), .skippable(.slow), arguments: ApplianceStateMachine.ButtonMode.allCases, 0..<12)
  func anyEventsLeaveTheMachineConsistent(mode: ApplianceStateMachine.ButtonMode, seed: Int) throws
  {
    let starter = ApplianceStateMachine.Starter.allCases[seed % 3]
    var generator = SeededGenerator(state: UInt64(seed))
    var world = try World(Machine(mode: mode, starter: starter), slowness: 2 << (seed % 4))
    for step in 0..<1_000 {
      let event = world.anyEvent(using: &generator)
      if world.canHappen(event) { try world.happen(event) }
      guard step.isMultiple(of: 25) else { continue }
      // From any state, answers and time alone lead on.
      var later = world
      var count = 0
      while try later.goOn() { count += 1 }
      #expect(count < 200)
      #expect(later.machine.openMicrophone == nil || later.machine.isListening)
      #expect(later.expected.isEmpty)
      #expect(later.machine.openLines == 0, "each line is dealt with")
    }
    try world.happen(.shutdown)
    #expect(world.lights == [.available: .off, .recording: .off])
    #expect(world.microphone == nil && world.timers.isEmpty)
    for _ in 0..<100 {
      let event = world.anyEvent(using: &generator)
      #expect(world.machine.handle(event).isEmpty)
    }
  }
}
