import ApplianceCore
import LanguageModel

extension Configuration.Recognition {
  /// The language and region of speech.
  var spoken: Locale { Locale(identifier: locale) }

  /// Selects a language. Overrides phrases and a model configured for another one with the
  /// installed ones for this language.
  package mutating func speak(_ locale: Locale) {
    let configured = spoken
    guard locale != configured else { return }
    grammar = nil
    if locale.language != configured.language { model = nil }
    self.locale = locale.identifier
  }
}

extension Configuration {
  /// The available languages. Of several regions, the configured locale comes first, then the
  /// default.
  var locales: [Locale] {
    let installed = LanguagePack.installed().map(\.locale)
    let preferred = [self, Configuration()].map(\.recognition.spoken)
    return preferred.filter(installed.contains) + installed
  }

  /// Runs an appliance, and another one each time a player selects another language.
  ///
  /// If it cannot run in the selected language, it returns to the configured one, and tells the
  /// next appliance why.
  ///
  /// - Parameter run: Runs an appliance; returns whether to start again.
  package func whileLanguagesChange(
    _ run: (_ settings: ChosenConfiguration, _ problem: (any Error)?) async throws -> Bool
  ) async throws {
    var problem: (any Error)?
    var startsAgain = true
    while startsAgain {
      let settings = ChosenConfiguration(self)
      do {
        startsAgain = try await run(settings, problem)
        problem = nil
      } catch {
        guard settings.chosen.recognition.locale != recognition.locale else { throw error }
        var chosen = asChosen
        chosen.recognition = recognition
        try keep(chosen)
        problem = error
      }
    }
  }
}
