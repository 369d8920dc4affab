import FoundationEssentials
import LanguageModel

extension SpeechRecognizer {
  /// The language that is recognized.
  public var locale: LanguageModel.Locale { Locale(identifier: model.localeIdentifier) }

  /// The languages that can be recognized: those of the installed models, and those of the language
  /// packs, which the English model hears. For the latter there is no dictionary and no dictation:
  /// each word needs a `CustomPronunciation`.
  public static func supportedLocales() -> Set<LanguageModel.Locale> {
    AcousticModel.supportedLocales()
  }

  /// Makes a recognizer for `locale`; nil if it is not among ``supportedLocales()``.
  ///
  /// A model for another region of the same language will do. To learn the reason for a failure,
  /// use `init(model:)`.
  public convenience init?(locale: LanguageModel.Locale) {
    guard let model = AcousticModel.serving(locale) else { return nil }
    try? self.init(model: model)
  }

  /// As `init(locale:)` with this package's `Locale`, for programs that import Foundation.
  ///
  /// Also nil for "en_001": without ICU's data, in a program that has only FoundationEssentials,
  /// every locale calls itself that.
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
