import Foundation
import LanguageModel
import TestSupport
import Testing

@testable import Speech

@Suite("Supported languages", .tags(.speech), .skippable(.speech)) struct SupportedLocalesTests {
  @Test("are those of the models and of the language packs")
  func locales() throws {
    let identifiers = SpeechRecognizer.supportedLocales().map(\.identifier)
    #expect(Set(identifiers).isSuperset(of: ["de_DE", "en_GB", "en_US", "fr_FR"]))
    for locale in SpeechRecognizer.supportedLocales() {
      let recognizer = try #require(SpeechRecognizer(locale: locale), "\(locale)")
      let isSame = recognizer.locale.language == locale.language
      #expect(isSame, "\(locale)")
    }
    let unknown = LanguageModel.Locale(identifier: "xx_XX")
    #expect(SpeechRecognizer(locale: unknown) == nil)
  }

  @Test("are none without a model")
  func withoutModels() throws {
    let scratch = try ScratchDirectory()
    #expect(AcousticModel.supportedLocales(in: [scratch.path]).isEmpty)
    let german = LanguageModel.Locale(identifier: "de_DE")
    #expect(AcousticModel.serving(german, in: [scratch.path]) == nil)
  }

  @Test("other than English have no English dictionary and no dictation")
  func mappedModel() throws {
    let german = try #require(AcousticModel.serving(LanguageModel.Locale(identifier: "de-DE")))
    let english = try Fixtures.model()
    #expect(german.directory == english.directory && german.localeIdentifier == "de_DE")
    #expect(german.dictionary == nil && german.ngram == nil)
    let words = try german.pronunciations().pronunciations(of: ["pawn"])
    #expect(words.isEmpty)
  }
}
