import ApplianceCore
import DeviceIO
import Dialogue
import Microphone
import Synchronization

/// Plays sounds one after another, and none while a microphone is open.
package actor Announcer {
  /// A sound to play.
  package enum Item: Sendable, Hashable {
    case sign(SoundSign)
    case words(String)
    /// The voice for the following words.
    case voice(SpokenVoice)
  }

  /// How many items may wait; beyond that it drops the oldest.
  static let limit = 8
  private static let toneRate = 22_050

  /// Computes a sound.
  private typealias Making = @Sendable () async throws -> (samples: [Int16], rate: Int)

  private let output: any AudioOutput
  private var synthesizer: any SpeechSynthesizing
  private let log: Log
  /// Each with the voice of its time.
  private var waiting: [Making] = []
  /// Whether it is playing the waiting items.
  private var isWorking = false
  /// The current sound.
  private var playback: Task<Void, any Error>?
  /// How many microphones are open or about to open.
  private var silencers = 0
  /// How often `silence()` was called.
  private var silences = 0
  private var lastProblem: String?
  private nonisolated let turns = Atomic(0)

  /// How often a sound has begun or ended: odd during a sound. For the microphone's thread.
  nonisolated var soundTurns: Int { turns.load(ordering: .relaxed) }

  /// - Parameters:
  ///   - output: The playback device.
  ///   - synthesizer: Turns words into speech.
  package init(_ output: any AudioOutput, synthesizer: any SpeechSynthesizing, log: Log) {
    self.output = output
    self.synthesizer = synthesizer
    self.log = log
  }

  /// Plays `item` after the earlier items, as soon as no microphone is open.
  func announce(_ item: Item) {
    switch item {
    case .sign(let sign): waiting.append(Self.making(sign))
    case .words(let text):
      waiting.append { [synthesizer] in
        try await BlockingThread.run(name: "speech") { try synthesizer.speech(for: text) }
      }
    case .voice(let voice): synthesizer = synthesizer.talking(like: voice)
    }
    if waiting.count > Self.limit { waiting.removeFirst() }
    goOn()
  }

  /// Stops playback, drops waiting items, and returns when all is silent; stays silent until
  /// `resume()`.
  func silence() async {
    silencers += 1
    silences += 1
    waiting = []
    playback?.cancel()
    _ = await playback?.result
  }

  /// Stops the current and the waiting sounds.
  func hush() async {
    await silence()
    resume()
  }

  /// Plays a tone instead of the current and the waiting sounds; returns when it is over.
  func signal(_ sign: SoundSign) async {
    await silence()
    // Unless a microphone is open.
    if silencers == 1 { await play(Self.making(sign)) }
    resume()
  }

  /// Allows sound again, once called as often as `silence()`.
  func resume() {
    silencers -= 1
    goOn()
  }

  private func goOn() {
    guard !isWorking, silencers == 0, !waiting.isEmpty else { return }
    isWorking = true
    Task { await sound() }
  }

  private func sound() async {
    while silencers == 0, !waiting.isEmpty {
      await play(waiting.removeFirst())
    }
    isWorking = false
    goOn()
  }

  /// Makes and plays a sound, unless `silence()` is called while it is made.
  private func play(_ make: Making) async {
    let before = silences
    do {
      let (samples, rate) = try await make()
      if silences == before {
        let playback = Task {
          turns.wrappingAdd(1, ordering: .relaxed)
          defer { turns.wrappingAdd(1, ordering: .relaxed) }
          try await output.play(samples, rate: rate)
        }
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

  private static func making(_ sign: SoundSign) -> Making {
    { (Tone.samples(of: sign.tones, rate: toneRate), toneRate) }
  }
}
