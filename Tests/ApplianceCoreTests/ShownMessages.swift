@testable import ApplianceCore

/// A moment, and a result that is shown at it.
let time = TimeStamp(wall: 1_763_721_600_825, monotonic: 12_345_678)
let result = ConsoleMessage.result(
  Utterance(
    text: "e four",
    words: [.init(text: "e", start: 0.1, duration: 0.2, confidence: 1)], confidence: 0.75,
    seconds: 1.5, latency: 0.0421))

/// A formatter's output for a sequence of messages.
func bytes(
  _ messages: [ConsoleMessage], _ surface: ConsoleFormatter.Surface,
  format: Configuration.ConsoleFormat = .text, showsPartials: Bool = true
) -> [UInt8] {
  var formatter = ConsoleFormatter(
    format: format, surface: surface, showsPartials: showsPartials)
  return messages.flatMap { formatter.bytes(for: $0, at: time) }
}
