import ApplianceCore
import DeviceIO
import Microphone

/// Sounds one thing after another, and nothing while a microphone is open.
public actor Announcer {
  /// What is sounded.
  public enum Item: Sendable, Hashable {
    case sign(SoundSign)
    case words(String)
  }

  /// What waits to be sounded; of more, the oldest are given up.
  static let limit = 8
  private static let toneRate = 22_050

  private let output: any AudioOutput
  private let synthesizer: any SpeechSynthesizing
  private let log: Log
  private var waiting: [Item] = []
  /// Whether what waits is being sounded.
  private var isWorking = false
  /// What sounds now.
  private var playback: Task<Void, any Error>?
  /// How many microphones are open or about to be.
  private var silencers = 0
  private var lastProblem: String?

  /// - Parameters:
  ///   - output: What it sounds from.
  ///   - synthesizer: What says words.
  public init(_ output: any AudioOutput, synthesizer: any SpeechSynthesizing, log: Log) {
    self.output = output
    self.synthesizer = synthesizer
    self.log = log
  }

  /// Sounds `item` after what was announced before, as soon as no microphone is open.
  func announce(_ item: Item) {
    waiting.append(item)
    if waiting.count > Self.limit { waiting.removeFirst() }
    goOn()
  }

  /// Ends what sounds, forgets what waits, and returns when all is silent; it stays so until
  /// `resume()`.
  func silence() async {
    silencers += 1
    waiting = []
    playback?.cancel()
    _ = await playback?.result
  }

  /// Lets it sound again, once called as often as `silence()`.
  func resume() {
    silencers -= 1
    goOn()
  }

  /// Ends what sounds, for good.
  func close() async { await silence() }

  private func goOn() {
    guard !isWorking, silencers == 0, !waiting.isEmpty else { return }
    isWorking = true
    Task { await sound() }
  }

  private func sound() async {
    while silencers == 0, !waiting.isEmpty {
      let item = waiting.removeFirst()
      do {
        let (samples, rate) = try await samples(of: item)
        // Making speech takes a while, in which somebody may have pressed the button.
        if silencers == 0 {
          let playback = Task { [output] in try await output.play(samples, rate: rate) }
          self.playback = playback
          try await playback.value
        }
        lastProblem = nil
      } catch {
        let problem = "\(error)"
        if problem != lastProblem { log.error(problem) }
        lastProblem = problem
      }
    }
    isWorking = false
    goOn()
  }

  private func samples(of item: Item) async throws -> (samples: [Int16], rate: Int) {
    switch item {
    case .sign(let sign): return (Tone.samples(of: sign.tones, rate: Self.toneRate), Self.toneRate)
    case .words(let text):
      return try await BlockingThread.run(name: "speech") { [synthesizer] in
        try synthesizer.speech(for: text)
      }
    }
  }
}
