/// How something was said.
public struct RecognitionMetadata: Sendable, Hashable {
  /// Words per minute, pauses included.
  public let speakingRate: Double
  /// The mean pause between two words, in seconds; 0 for a single word.
  public let averagePauseDuration: Double
  /// When the first word begins, in seconds from the first sample.
  public let speechStartTimestamp: Double
  /// From the beginning of the first word to the end of the last, in seconds.
  public let speechDuration: Double
}

extension RecognitionResult {
  /// How `bestTranscription` was said; nil in a partial result, and if nothing was understood.
  public var speechRecognitionMetadata: RecognitionMetadata? {
    guard isFinal, let first = bestTranscription.segments.first else { return nil }
    return RecognitionMetadata(
      speakingRate: bestTranscription.speakingRate,
      averagePauseDuration: bestTranscription.averagePauseDuration,
      speechStartTimestamp: first.timestamp, speechDuration: bestTranscription.speechDuration)
  }
}

extension Transcription {
  /// Words per minute, pauses included; 0 without words.
  public var speakingRate: Double {
    speechDuration > 0 ? Double(segments.count) * 60 / speechDuration : 0
  }

  /// The mean pause between two words, in seconds; 0 for fewer than two.
  public var averagePauseDuration: Double {
    guard segments.count > 1 else { return 0 }
    let pauses = zip(segments, segments.dropFirst()).map { word, next in
      max(0, next.timestamp - word.timestamp - word.duration)
    }
    return pauses.reduce(0, +) / Double(pauses.count)
  }

  /// From the beginning of the first word to the end of the last, in seconds.
  var speechDuration: Double {
    guard let first = segments.first, let last = segments.last else { return 0 }
    return last.timestamp + last.duration - first.timestamp
  }
}
