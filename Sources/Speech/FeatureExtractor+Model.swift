import Acoustics
import Localization

extension FeatureExtractor {
  /// The extractor for a model; nil if the model needs features of another kind.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable`.
  static func shared(for model: AcousticModel) throws(SpeechError) -> FeatureExtractor? {
    do throws(ModelFileError) {
      return try shared(for: model.directory)
    } catch {
      throw SpeechError(error)
    }
  }
}

extension SpeechError {
  /// The error for a model file that cannot be used.
  init(_ error: ModelFileError) {
    self.init(
      .modelUnavailable, Message("read the acoustic model"), error.path,
      advice: .verbatim(error.problem))
  }
}
