import LanguageModel

/// A recognized word.
public struct TranscriptionSegment: Sendable, Hashable {
  /// The word as the grammar spells it.
  public var substring: String
  /// When it begins, in seconds from the first sample.
  public var timestamp: Double
  /// How long it lasts, in seconds.
  public var duration: Double
  /// Its confidence, 0…1; 0 in a partial result.
  public var confidence: Float
  /// Other words recognized at that time, the likeliest first; empty in a partial result.
  public var alternativeSubstrings: [String]
  /// Its range in the transcription's `formattedString`, in UTF-16 code units; empty outside a
  /// transcription.
  public internal(set) var substringRange = 0..<0

  /// Makes a segment.
  public init(
    substring: String, timestamp: Double, duration: Double, confidence: Float = 0,
    alternativeSubstrings: [String] = []
  ) {
    self.substring = substring
    self.timestamp = timestamp
    self.duration = duration
    self.confidence = confidence
    self.alternativeSubstrings = alternativeSubstrings
  }
}

/// One reading of what was said: its words in order.
public struct Transcription: Sendable, Hashable {
  /// The words with their times; empty if nothing was understood.
  public let segments: [TranscriptionSegment]
  /// The probability that exactly these words were said, 0…1; 0 in a partial result. A result's
  /// readings sum to at most 1.
  public var confidence: Double
  /// The intent of the words according to the language model's templates; nil in a partial result
  /// and if no template matches.
  public var intent: Intent?

  /// The meaning of the words according to `SpeechRecognizer/prepare(_:meanings:)`; nil in a
  /// partial result, and if they mean nothing.
  public var meaning: AnyMeaning?

  /// Makes a transcription.
  public init(
    segments: [TranscriptionSegment] = [], confidence: Double = 0, intent: Intent? = nil
  ) {
    var start = 0
    self.segments = segments.map { segment in
      var segment = segment
      segment.substringRange = start..<start + segment.substring.utf16.count
      start = segment.substringRange.upperBound + 1
      return segment
    }
    self.confidence = confidence
    self.intent = intent
  }

  /// The words, separated by spaces; empty if nothing was understood.
  public var formattedString: String {
    let words = segments.map(\.substring).joined(separator: " ")
    guard isPunctuated, let first = words.first else { return words }
    return first.uppercased() + words.dropFirst() + "."
  }
  /// Whether `formattedString` begins with a capital letter and ends with a full stop.
  var isPunctuated = false
  /// Whether it has no words.
  public var isEmpty: Bool { segments.isEmpty }
}
