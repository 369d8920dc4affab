import Appliance
import ApplianceCore
import ChessLanguage
import FoundationEssentials
import LanguageModel
import Localization
import Speech

/// The sources of the appliance's language.
package struct LanguageSources: Sendable {
  /// Finds the acoustic model.
  package let model: @Sendable () throws -> AcousticModel
  /// Finds the data file of moves.
  package let moves: @Sendable () throws -> String
  /// Finds the data file of dialogue.
  package let dialogue: @Sendable () throws -> String
  /// Reads the language.
  package let language: @Sendable (AcousticModel) throws -> ChessLanguage
  /// Makes the rules for recordings without the button.
  package let handsFree: @Sendable (AcousticModel) throws -> HandsFree
  /// Makes the appliance's listener and its model; reports problems of the expected player's voice.
  package let listener:
    @Sendable (_ tell: (PlayerError) -> Void) throws -> (
      listener: MoveListener, model: AcousticModel
    )

  /// Sources that are read only when needed.
  package init(
    model: @escaping @Sendable () throws -> AcousticModel,
    moves: @escaping @Sendable () throws -> String,
    dialogue: @escaping @Sendable () throws -> String,
    language: @escaping @Sendable (AcousticModel) throws -> ChessLanguage,
    handsFree: @escaping @Sendable (AcousticModel) throws -> HandsFree,
    listener:
      @escaping @Sendable (_ tell: (PlayerError) -> Void) throws -> (
        listener: MoveListener, model: AcousticModel
      )
  ) {
    self.model = model
    self.moves = moves
    self.dialogue = dialogue
    self.language = language
    self.handsFree = handsFree
    self.listener = listener
  }
}

/// Whether acoustic model, dictionary and phrases exist and match this version.
struct LanguageCheck {
  let sources: LanguageSources
  let settings: Configuration.Recognition

  private static let reinstall = Message(
    "Install again: sudo deploy/install.sh (or sudo apt install --reinstall spokenmove)")

  var checks: [Check] {
    let model: AcousticModel
    do {
      model = try sources.model()
      try model.checkFiles()
    } catch {
      return [.failure("model", Message(error), modelAdvice)]
    }
    var checks = [
      Check.ok(
        "model",
        model.dictionary.map { Message("\(model.directory), dictionary \($0).") }
          ?? Message("\(model.directory), dictionary none."))
    ]
    do {
      let language = try sources.language(model)
      let words = language.lexicon.pronunciations.count
      checks += [
        edited(sources.moves, isOwn: settings.grammar != nil, builtIn: ChessPhrases.moves()),
        edited(sources.dialogue, isOwn: false, builtIn: ChessPhrases.dialogue()),
        .ok("vocabulary", Message("\(words) words, and how each is pronounced.")),
      ].compactMap { $0 }
    } catch {
      checks.append(
        .failure(
          "grammar", Message(error),
          settings.grammar == nil
            ? Message("Undo your edits in these files. \(Self.reinstall)")
            : Message(
              "Mend that file, or correct recognition.grammar in the configuration; installed: the phrases that came with the program."
            )))
    }
    return checks
  }

  private var modelAdvice: Message {
    if settings.model != nil {
      return Message(
        "Correct recognition.model in the configuration; installed: the system's model.")
    }
    let install = "sudo apt install --reinstall pocketsphinx-en-us"
    return settings.locale.hasPrefix("en")
      ? .verbatim(install)
      : Message(
        "\(install) (it serves every language that there are phrases for), or correct recognition.locale in the configuration."
      )
  }

  /// Whether a data file is identical to what this version writes.
  private func edited(
    _ find: () throws -> String, isOwn: Bool, builtIn: CustomLanguageModelData
  ) -> Check? {
    guard let file = try? find(),
      let data = try? CustomLanguageModelData(contentsOf: URL(filePath: file))
    else { return nil }
    if data == builtIn { return .ok("grammar", Message("\(file) is as this version has it.")) }
    // Only the American phrases come from the program's own.
    if data.locale != builtIn.locale {
      return .ok("grammar", Message("\(file) is for \(data.locale.identifier)."))
    }
    if isOwn { return .ok("grammar", Message("\(file) is a file of your own.")) }
    let other =
      data.version == builtIn.version
      ? Message(
        "\(file) is not as this version has it: it was edited, or belongs to another version.")
      : Message(
        "\(file) is of version \(data.version), and this program's is \(builtIn.version).")
    return .warning("grammar", other, Message("Where you did not edit it: \(Self.reinstall)"))
  }
}
