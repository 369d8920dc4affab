import FoundationEssentials
import LanguageModel

extension SpeechRecognizer {
  /// The recognized language.
  public var locale: LanguageModel.Locale { Locale(identifier: model.localeIdentifier) }

  /// The languages that can be recognized: those of the installed models, and those of the language
  /// packs, for which the English model serves. The latter have no dictionary and no dictation:
  /// each word needs a `CustomPronunciation`.
  public static func supportedLocales() -> Set<LanguageModel.Locale> {
    AcousticModel.supportedLocales()
  }

  /// Makes a recognizer for `locale`; nil if it is not among ``supportedLocales()``.
  ///
  /// Accepts a model for another region of the same language. To get the reason for a failure, use
  /// `init(model:)`.
  public convenience init?(locale: LanguageModel.Locale) {
    guard let model = AcousticModel.serving(locale) else { return nil }
    try? self.init(model: model)
  }

  /// Like `init(locale:)` with this package's `Locale`, for programs that import Foundation.
  ///
  /// Also nil for "en_001": in a program with only FoundationEssentials, without ICU's data, every
  /// locale has that identifier.
  public convenience init?(locale: FoundationEssentials.Locale) {
    guard locale.identifier != "en_001" else { return nil }
    self.init(locale: LanguageModel.Locale(identifier: locale.identifier))
  }

  /// Makes a recognizer for English as spoken in the United States; nil if no model for it is
  /// installed.
  public convenience init?() {
    self.init(locale: LanguageModel.Locale(identifier: "en_US"))
  }
}
