import ApplianceCore
import ChessLanguage
import FoundationEssentials
import LanguageModel
import Localization
import Speech

extension Configuration {
  /// The acoustic model, adapted to the player's voice; unadapted if no player is set, or after
  /// reporting the problem to `problem`.
  package func acousticModel(
    orTell problem: (PlayerError) throws -> Void
  ) throws -> AcousticModel {
    let model = try recognition.acousticModel()
    guard let player = recognition.expectedPlayer else { return model }
    do {
      return try players.voice(of: player).fitted(model, player: player)
    } catch let error as PlayerError where error.code == .unknown && recognition.learn {
      // The player's voice is unknown so far, but play will teach it.
      return model
    } catch let error as PlayerError {
      try problem(error)
      return model
    }
  }

  /// The listener and its model, as in ``acousticModel(orTell:)``.
  package func listener(
    orTell problem: (PlayerError) throws -> Void
  ) throws -> (listener: MoveListener, model: AcousticModel) {
    let model = try acousticModel(orTell: problem)
    return (try MoveListener(self, model: model), model)
  }

  /// The chess language, as from ``Recognition/chessLanguage(with:)``; an error if a game is to be
  /// followed but no move can be said.
  package func chessLanguage(with model: AcousticModel) throws -> ChessLanguage {
    let language = try recognition.chessLanguage(
      with: model, names: [names.white, names.black, recognition.player].compactMap(\.self))
    guard game, !language.hasMoves else { return language }
    throw LanguageModelError(
      .invalidModel, operation: "follow a game with these phrases",
      file: try recognition.dataFile(),
      issues: [
        .init(
          .noPhrases,
          "they contain no moves: set game: off, or name phrases with moves in them by "
            + "recognition.grammar or --grammar", subject: "")
      ])
  }

  /// The rules for recordings without the button.
  package func handsFree(with model: AcousticModel) throws -> HandsFree {
    HandsFree(
      try SpokenName(
        recording.name, sounds: recording.nameSounds,
        locale: recognition.spoken,
        dictionary: recognition.dictionary(of: model)),
      policy: policy, needsMeaning: game)
  }
}

extension Configuration.Recognition {
  /// The phrases' data file.
  package func dataFile() throws -> String {
    try grammar ?? Installation.grammar(for: locale)
  }

  /// The data file of commands and answers.
  package func dialogueFile() throws -> String { try Installation.grammar(for: locale, "dialogue") }

  /// The acoustic model.
  package func acousticModel() throws -> AcousticModel {
    let locale = spoken
    if let model {
      let own = try AcousticModel(
        directory: model, dictionary: Self.file(".dict", besides: model),
        ngram: Self.file(".lm.bin", besides: model), localeIdentifier: locale.identifier)
      // An English dictionary has the wrong pronunciations for another language.
      let isMapped = try locale.language != "en" && own.hasEnglishPhones
      return isMapped ? own.serving(locale) : own
    }
    if let installed = AcousticModel.serving(locale) { return installed }
    let others = AcousticModel.supportedLocales().map(\.identifier).sorted()
    let places = AcousticModel.searchDirectories.joined(separator: ", ")
    throw SpeechError(
      .modelUnavailable, Message("find an acoustic model for"), locale.identifier,
      advice: others.isEmpty
        ? Message(
          "none is in \(places); install one (Debian: pocketsphinx-en-us), or set recognition.model"
        )
        : Message(
          "none is in \(places); set --locale or recognition.locale to an installed one (\(others.joined(separator: ", "))), or install another and set recognition.model"
        ))
  }

  /// A model's dictionary and n-gram are in its folder or, as in PocketSphinx's packages, beside
  /// it, where there may also be an n-gram of phones.
  private static func file(_ suffix: String, besides model: String) -> String? {
    for folder in [model, "\(model)/.."] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let fitting = names.filter { $0.hasSuffix(suffix) && !$0.hasSuffix("-phone\(suffix)") }
      if let name = fitting.sorted().first { return "\(folder)/\(name)" }
    }
    return nil
  }

  /// The phrases, once the acoustic model is known.
  package func dictation(with model: AcousticModel) throws -> Dictation {
    Dictation(
      dataFile: try dataFile(), dictionary: try dictionary(of: model), caution: caution)
  }

  /// The chess phrases, with these people's names, and their meanings. Reads the data files and the
  /// dictionary.
  package func chessLanguage(
    with model: AcousticModel, names: [String] = []
  ) throws -> ChessLanguage {
    try ChessLanguage(
      moves: CustomLanguageModelData(contentsOf: URL(filePath: dataFile())),
      dialogue: CustomLanguageModelData(contentsOf: URL(filePath: dialogueFile())),
      dictionary: dictionary(of: model), names: names)
  }

  /// The model's pronunciations, with the language pack's preferred phones.
  fileprivate func dictionary(of model: AcousticModel) throws -> PronunciationDictionary {
    if spoken.language == "en", model.dictionary == nil {
      throw SpeechError(
        .modelUnavailable, Message("find the dictionary of"), model.directory,
        advice: Message("put a dictionary (*.dict) beside the model"))
    }
    var dictionary = try model.pronunciations()
    if let phones = try LanguagePack.named(spoken)?.phones() {
      dictionary.table = (dictionary.table ?? .nearestEnglish).merging(phones)
    }
    return dictionary
  }
}
