import Appliance
import ApplianceCore
import ArgumentParser
import ChessLanguage
import FoundationEssentials
import Glibc
import LanguageModel
import Localization
import Program
import Speech

/// The source of a command's settings.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The configuration file.",
      discussion: "Default: \(Configuration.defaultPath), if it exists.",
      valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?

  /// The configuration file; nil if it is missing and not required.
  var file: String? {
    config ?? (access(Configuration.defaultPath, F_OK) == 0 ? Configuration.defaultPath : nil)
  }

  /// The file's settings.
  func configuration() throws -> Configuration {
    try file.map { try Configuration(contentsOf: $0) } ?? Configuration()
  }
}

/// The options of all recognizing commands.
struct RecognitionOptions: ParsableArguments {
  @OptionGroup var file: ConfigurationOptions

  @Option(
    help: ArgumentHelp(
      "The spoken language, such as de_DE, with its installed files, instead of the configured one.",
      valueName: "locale"))
  var locale: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The data file of the phrases that you can say, instead of the configured one.",
      valueName: "datafile"),
    completion: .file(extensions: ["json"]))
  var grammar: String?

  @Option(
    help: ArgumentHelp(
      "The directory of the acoustic model, instead of the configured one.", valueName: "directory"),
    completion: .directory)
  var model: String?

  @Option(
    help: ArgumentHelp(
      "Expect this enrolled player's voice instead of the configured one; none: anybody's.",
      valueName: "name"))
  var player: String?

  /// The configuration, with the command line's overrides.
  func configuration() throws -> Configuration {
    var configuration = try file.configuration()
    if let locale { configuration.recognition.speak(LanguageModel.Locale(identifier: locale)) }
    if let grammar { configuration.recognition.grammar = grammar }
    if let model { configuration.recognition.model = model }
    if player == "none" {
      configuration.recognition.player = nil
      configuration.recognition.learn = false
    } else if let player {
      configuration.recognition.player = try PlayerStore.checkedName(player)
    }
    return configuration
  }

  /// The acoustic model, adapted to the player's voice if there is one.
  ///
  /// Reports a configured voice that cannot be used, and leaves the model unadapted; for a voice on
  /// the command line, throws.
  func acousticModel(
    for configuration: Configuration,
    orTell tell: (PlayerError) -> Void = { StandardError.write("spokenmove: \($0)") }
  ) throws -> AcousticModel {
    try configuration.acousticModel { problem in
      guard player == nil else { throw problem }
      tell(problem)
    }
  }

  /// The listener and its model, as in ``acousticModel(for:orTell:)``.
  func listener(
    for configuration: Configuration,
    orTell tell: (PlayerError) -> Void = { StandardError.write("spokenmove: \($0)") }
  ) throws -> (listener: MoveListener, model: AcousticModel) {
    let model = try acousticModel(for: configuration, orTell: tell)
    return (try MoveListener(configuration, model: model), model)
  }
}

extension Configuration {
  /// The acoustic model, adapted to the player's voice; unadapted if no player is set, or after
  /// reporting the problem to `problem`.
  func acousticModel(orTell problem: (PlayerError) throws -> Void) throws -> AcousticModel {
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

  /// The chess language, as from ``Recognition/chessLanguage(with:)``; an error if a game is to be
  /// followed but no move can be said.
  func chessLanguage(with model: AcousticModel) throws -> ChessLanguage {
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
  func handsFree(with model: AcousticModel) throws -> HandsFree {
    HandsFree(
      try SpokenName(
        recording.name, sounds: recording.nameSounds,
        locale: LanguageModel.Locale(identifier: recognition.locale),
        dictionary: recognition.dictionary(of: model)),
      policy: policy, needsMeaning: game)
  }
}

extension Configuration.Recognition {
  /// The phrases' data file.
  func dataFile() throws -> String {
    try grammar ?? Installation.grammar(for: locale)
  }

  /// The acoustic model.
  func acousticModel() throws -> AcousticModel {
    let locale = LanguageModel.Locale(identifier: locale)
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
          "none is in \(places); set --locale or recognition.locale to one that there is (\(others.joined(separator: ", "))), or install another and set recognition.model"
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
  func dictation(with model: AcousticModel) throws -> Dictation {
    Dictation(
      dataFile: try dataFile(), dictionary: try dictionary(of: model), caution: caution)
  }

  /// The chess phrases, with these people's names, and their meanings. Reads the data files and the
  /// dictionary.
  func chessLanguage(with model: AcousticModel, names: [String] = []) throws -> ChessLanguage {
    try ChessLanguage(
      moves: CustomLanguageModelData(contentsOf: URL(filePath: dataFile())),
      dialogue: CustomLanguageModelData(
        contentsOf: URL(filePath: Installation.grammar(for: locale, "dialogue"))),
      dictionary: dictionary(of: model), names: names)
  }

  /// The model's pronunciations, with the language pack's preferred phones.
  fileprivate func dictionary(of model: AcousticModel) throws -> PronunciationDictionary {
    if LanguageModel.Locale(identifier: locale).language == "en", model.dictionary == nil {
      throw SpeechError(
        .modelUnavailable, Message("find the dictionary of"), model.directory,
        advice: Message("put a dictionary (*.dict) beside the model"))
    }
    var dictionary = try model.pronunciations()
    if let phones = try LanguagePack.named(LanguageModel.Locale(identifier: locale))?.phones() {
      dictionary.table = (dictionary.table ?? .nearestEnglish).merging(phones)
    }
    return dictionary
  }
}
