import ChessLanguage

/// The voice's rate and volume.
package struct SpokenVoice: Sendable, Hashable {
  /// The possible rates, in words per minute.
  package static let rates = 80...450
  /// The possible volumes, in percent of the usual one.
  package static let volumes = 20...200

  /// Words per minute.
  package var rate: Int
  /// In percent of the voice's usual volume.
  package var volume: Int

  /// A voice; 160 words per minute, at its usual volume.
  package init(rate: Int = 160, volume: Int = 100) {
    self.rate = rate
    self.volume = volume
  }

  /// The voice after one small step; unchanged at a limit.
  func changed(_ change: VoiceChange) -> SpokenVoice {
    var voice = self
    switch change {
    case .slower: voice.rate = max(Self.rates.lowerBound, rate - 20)
    case .faster: voice.rate = min(Self.rates.upperBound, rate + 20)
    case .softer: voice.volume = max(Self.volumes.lowerBound, volume - 20)
    case .louder: voice.volume = min(Self.volumes.upperBound, volume + 20)
    }
    return voice
  }
}
