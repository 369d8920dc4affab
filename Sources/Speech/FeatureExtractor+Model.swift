import Acoustics

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
