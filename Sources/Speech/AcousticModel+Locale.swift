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

  /// The model that `serving(_:in:)` finds.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable` that says for which languages there are
  ///   models.
  package static func required(
    for locale: LanguageModel.Locale, in directories: [String] = searchDirectories
  ) throws(SpeechError) -> AcousticModel {
    if let model = serving(locale, in: directories) { return model }
    let known = supportedLocales(in: directories).map(\.identifier).sorted()
    throw SpeechError(
      .modelUnavailable, operation: "find an acoustic model for", subject: locale.identifier,
      advice: "\(directories.joined(separator: ", ")) "
        + (known.isEmpty
          ? "has none; install one (Debian: pocketsphinx-en-us), or name another folder"
          : "has only \(known.joined(separator: ", "))"))
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
