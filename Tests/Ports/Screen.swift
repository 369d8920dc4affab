import Microphone
import Sound
import Speech

/// A button on a phone's screen; here a line on standard output whenever it changes.
@MainActor final class Button {
  private let name: String
  private var waiting: [CheckedContinuation<Void, Never>] = []

  var title: String { didSet { show() } }
  var isEnabled: Bool { didSet { show() } }

  init(_ title: String, isEnabled: Bool = false) {
    name = title
    self.title = title
    self.isEnabled = isEnabled
  }

  private func show() {
    print("[\(title)] \(isEnabled ? "enabled" : "disabled")")
    let waiters = waiting
    waiting = []
    for waiter in waiters { waiter.resume() }
  }

  /// Returns once the button satisfies `isRight`.
  func wait(until isRight: (Button) -> Bool) async {
    while !isRight(self) { await withCheckedContinuation { waiting.append($0) } }
  }
}

/// Replaces a phone's audio engine and its input node: sound goes to a tap while it runs.
@MainActor final class AudioEngine {
  typealias Tap = @MainActor (AudioBuffer, Double) -> Void

  private let input: any AudioInput
  private var tap: Tap?
  private var pump: Task<Void, Never>?
  private(set) var isRunning = false

  init(_ input: any AudioInput) {
    self.input = input
  }

  /// The format of the tap's sound.
  var outputFormat: AudioFormat { .speech }

  /// Calls `tap` with each buffer and its time in seconds, once the engine runs.
  func installTap(format: AudioFormat, _ tap: @escaping Tap) {
    self.tap = tap
  }

  func removeTap() { tap = nil }

  /// Throws if the microphone is busy.
  func start() async throws {
    let sound = try await input.start()
    isRunning = true
    pump = Task {
      var seconds = 0.0
      do {
        for try await buffer in sound {
          tap?(buffer, seconds)
          seconds += Double(buffer.frameCount) / buffer.format.sampleRate
        }
      } catch {
        print("audio: \(error)")
      }
      isRunning = false
    }
  }

  func stop() {
    guard isRunning else { return }
    isRunning = false
    Task { await input.stop() }
  }
}
