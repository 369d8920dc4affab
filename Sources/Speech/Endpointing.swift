import Acoustics

/// When speech counts as over while sound arrives. Noise hides soft word endings, so in noise it
/// waits up to 0.35 s longer.
public struct Endpointing: Sendable, Hashable {
  /// How long a silence ends speech.
  public var pause: Duration
  /// How long to wait for speech.
  public var patience: Duration

  /// By default, a silence of 0.6 s ends speech, and 5 s without speech end the wait.
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
