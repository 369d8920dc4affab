import Acoustics

/// When speech counts as over, as sound arrives. Noise hides the weak ends of words; there it waits
/// up to 0.35 s longer.
public struct Endpointing: Sendable, Hashable {
  /// How long a silence after speech ends it.
  public var pause: Duration
  /// How long to wait for speech.
  public var patience: Duration

  /// By default it waits 0.6 s after speech, and 5 s for it.
  public init(pause: Duration = .milliseconds(600), patience: Duration = .seconds(5)) {
    self.pause = pause
    self.patience = patience
  }

  var detector: SpeechEndpoint { SpeechEndpoint(pause: pause, patience: patience) }
}

extension RecognitionTask.Event {
  init(_ event: SpeechEndpoint.Event) {
    switch event {
    case .speechEnded: self = .detectedEndOfSpeech
    case .nothingSaid: self = .detectedNoSpeech
    }
  }
}
