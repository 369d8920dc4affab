import FoundationEssentials
import LanguageModel

extension SpeechRecognizer {
  /// The language that is recognized.
  public var locale: LanguageModel.Locale { Locale(identifier: model.localeIdentifier) }

  /// The languages with an installed model.
  public static func supportedLocales() -> Set<LanguageModel.Locale> {
    Set(AcousticModel.installed().map { LanguageModel.Locale(identifier: $0.localeIdentifier) })
  }

  /// Makes a recognizer with the installed model for `locale`; nil if there is none.
  ///
  /// A model for another region of the same language will do. To learn the reason for a failure,
  /// use `init(model:)`.
  public convenience init?(locale: LanguageModel.Locale) {
    guard let model = AcousticModel.named(locale.identifier) else { return nil }
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
