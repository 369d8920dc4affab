import ApplianceCore
import TestSupport
import Testing

@testable import Appliance

/// Lines that are typed.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct ApplianceTypingTests {
  @Test func typedCommandsWork() async throws {
    let bench = try Bench([.clip("1-pawn")])
    await bench.becomesAvailable()
    bench.console.typed.yield(" STATUS ")
    await bench.message { $0 == .status(.available) }
    bench.console.typed.yield("help")
    await bench.message { if case .help = $0 { true } else { false } }
    bench.console.typed.yield("stop")
    await bench.message { $0 == .refused(.notRecording) }
    bench.console.typed.yield("frobnicate")
    await bench.message {
      if case .refused(let why) = $0 { why.code == "unknown_command" } else { false }
    }
    bench.console.typed.yield("Start")
    await bench.message { $0.isPartial }
    bench.console.typed.yield("stop")
    await bench.tailPasses()
    #expect(await bench.message { $0.words != nil }?.words == "pawn to e four")
    try await bench.end()
  }

  @Test func manyLinesAreAnsweredInOrder() async throws {
    let conversation = Noting()
    let bench = try Bench([], conversation: conversation)
    await bench.becomesAvailable()
    let lines = (1...1_000).map { "line \($0)" }
    for line in lines { bench.console.typed.yield(ConsoleLine(line)) }
    await bench.message { $0 == .note("line 1000") }
    #expect(conversation.notes == lines)
    try await bench.end()
  }

  @Test func itEndsAfterAllTypedLines() async throws {
    let conversation = Noting()
    let bench = try Bench([], conversation: conversation)
    await bench.becomesAvailable()
    let lines = (1...50).map { "line \($0)" }
    for line in lines { bench.appliance.tell(.typed(ConsoleLine(line))) }
    bench.appliance.shutDownAfterLines()
    try await bench.value()
    #expect(conversation.notes == lines)
  }

  @Test func manyLinesDoNotHideTheEnd() async throws {
    let bench = try Bench([])
    for index in 0..<20_000 { bench.console.typed.yield("nonsense \(index)") }
    await bench.message { if case .refused = $0 { true } else { false } }
    // Messages are lost while the queue is full.
    try await bench.end()
    #expect(bench.console.history.count < 20_000)
  }
}
