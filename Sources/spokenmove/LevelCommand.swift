import ArgumentParser
import Doctor
import Glibc
import Microphone
import Program
import Sound

/// Shows the microphone's level.
struct LevelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "level",
    abstract: "Show how loud the microphone is, until Control-C.",
    discussion: """
      Speak as you will speak to the appliance. The peak should be between \(Int(LevelMeter.speechPeaks.lowerBound)) and \
      \(Int(LevelMeter.speechPeaks.upperBound)) dB. If it is higher, sound may be cut off (TOO LOUD); if it is lower, turn \
      the microphone up, for example with alsamixer. On a terminal the line is redrawn ten times a second; otherwise one \
      line per second is printed. While the service records, it holds the microphone.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Listen to this microphone, as listed by \"spokenmove devices\", not the configured one.",
      valueName: "device"))
  var microphone: String?

  @Option(help: ArgumentHelp("End after this many seconds.", valueName: "count"))
  var seconds: Int?

  @OptionGroup var options: ConfigurationOptions

  func validate() throws {
    if let seconds, !(1...86_400).contains(seconds) {
      throw ValidationError("--seconds is from 1 to 86400.")
    }
  }

  func run() async throws {
    let microphone = Microphone(
      device: try microphone ?? options.configuration().microphone)
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let sound = try await microphone.start()
    // The end of the stream ends the command; by then the device is closed.
    try TerminationSignals.onFirst { Task { await microphone.stop() } }
    if let negotiated = microphone.negotiated {
      StandardError.write(
        "Hearing \(negotiated.device): \(negotiated.sampleRate) Hz, \(negotiated.sampleFormat), "
          + "channels: \(negotiated.channelCount). Control-C ends.")
    }
    try await show(sound, of: microphone, onTerminal: isTerminal)
  }

  private func show(
    _ sound: AsyncThrowingStream<AudioBuffer, any Error>, of microphone: Microphone,
    onTerminal isTerminal: Bool
  ) async throws {
    var meter = LevelMeter(hold: isTerminal ? 20 : 1)
    let step = Int(AudioFormat.speech.sampleRate) / (isTerminal ? 10 : 1)
    var left = seconds.map { $0 * Int(AudioFormat.speech.sampleRate) }
    var pending: [Int16] = []
    var clipped = 0
    defer { if isTerminal { StandardOutput.write("") } }
    for try await buffer in sound {
      pending += buffer.samples
      while pending.count >= step {
        let statistics = microphone.statistics
        meter.add(
          AudioLevel(pending.prefix(step)), clipped: statistics.clippedSamples - clipped)
        clipped = statistics.clippedSamples
        pending.removeFirst(step)
        StandardOutput.write(
          meter.line, start: isTerminal ? "\r" : "", terminator: isTerminal ? "" : "\n")
        left = left.map { $0 - step }
      }
      if let left, left <= 0 { break }
    }
    await microphone.stop()
  }
}
