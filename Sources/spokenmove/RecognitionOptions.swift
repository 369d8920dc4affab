import Appliance
import ApplianceCore
import ArgumentParser
import Glibc
import LanguageModel
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
  func acousticModel(for configuration: Configuration) throws -> AcousticModel {
    try configuration.acousticModel(orTell: tell)
  }

  /// The listener and its model, as in ``acousticModel(for:)``.
  func listener(
    for configuration: Configuration
  ) throws -> (listener: MoveListener, model: AcousticModel) {
    try configuration.listener(orTell: tell)
  }

  private func tell(_ problem: PlayerError) throws {
    guard player == nil else { throw problem }
    StandardError.write("spokenmove: \(problem)")
  }
}
