import LanguageModel

extension AcousticModel {
  /// The model for a language, or for another region of it. A language with a pack can also use the
  /// English model: its phones stand in for the language's sounds. Nil if there is none.
  public static func serving(
    _ locale: LanguageModel.Locale, in directories: [String] = searchDirectories
  ) -> AcousticModel? {
    if let own = named(locale.identifier, in: directories) { return own }
    guard LanguagePack.named(locale) != nil else { return nil }
    return named("en_US", in: directories)?.serving(locale)
  }

  /// This model for another language, without dictionary and n-gram: they lack that language's
  /// words.
  public func serving(_ locale: LanguageModel.Locale) -> AcousticModel {
    var model = self
    model.localeIdentifier = locale.identifier
    model.dictionary = nil
    model.ngram = nil
    model.isMapped = true
    return model
  }

  /// The supported languages: those of the installed models and, with an English model, those of
  /// the language packs.
  public static func supportedLocales(
    in directories: [String] = searchDirectories
  ) -> Set<LanguageModel.Locale> {
    let models = installed(in: directories).map { Locale(identifier: $0.localeIdentifier) }
    let packs = LanguagePack.installed().map(\.locale)
    return Set(models + packs.filter { serving($0, in: directories) != nil })
  }
}
