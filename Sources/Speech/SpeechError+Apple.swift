import FoundationEssentials

// The members of Apple's `SFSpeechError`, with its domain and numbers.

extension SpeechError: LocalizedError {
  /// The description, which Foundation's `localizedDescription` shows.
  public var errorDescription: String? { description }
}

extension SpeechError {
  /// The domain of this type's errors as an `NSError`.
  public static let errorDomain = "SFSpeechErrorDomain"

  /// Apple's number for the code; 0 where Apple has none.
  public var errorCode: Int {
    switch code {
    case .decoderFailed: 1
    case .audio: 2
    case .modelUnavailable: 5
    case .pronunciation, .grammar, .languageModel: 8
    case .unavailable: 13
    case .canceled: 0
    }
  }

  // With these members, Foundation sees the error as an `NSError`. (`CustomNSError`, the usual way,
  // is in Foundation, which programs on a board do without.)

  /// `errorDomain`.
  public var _domain: String { Self.errorDomain }
  /// `errorCode`.
  public var _code: Int { errorCode }
}

extension SpeechError.Code {
  /// Apple's name for `decoderFailed`.
  public static let internalServiceError = Self.decoderFailed
  /// Apple's name for `audio`.
  public static let audioReadFailed = Self.audio
  /// Apple's name for `modelUnavailable`.
  public static let noModel = Self.modelUnavailable
  /// Apple's name for `languageModel`.
  public static let malformedSupplementalModel = Self.languageModel
  /// Apple's name for `unavailable`.
  public static let missingParameter = Self.unavailable
}
