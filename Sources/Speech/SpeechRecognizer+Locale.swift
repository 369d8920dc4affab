import LanguageModel

extension SpeechRecognizer {
  /// The language that is recognized.
  public var locale: Locale { Locale(identifier: model.localeIdentifier) }

  /// The languages with an installed model.
  public static func supportedLocales() -> Set<Locale> {
    Set(AcousticModel.installed().map { Locale(identifier: $0.localeIdentifier) })
  }

  /// Makes a recognizer with the installed model for `locale`; nil if there is none.
  ///
  /// A model for another region of the same language will do. To learn the reason for a failure,
  /// use `init(model:)`.
  public convenience init?(locale: Locale) {
    guard let model = AcousticModel.named(locale.identifier) else { return nil }
    try? self.init(model: model)
  }

  /// Makes a recognizer for English as spoken in the United States; nil if no model for it is
  /// installed.
  public convenience init?() {
    self.init(locale: Locale(identifier: "en_US"))
  }
}
