import Appliance
import ApplianceCore
import ChessLanguage
import FoundationEssentials
import LanguageModel
import Localization
import Speech

/// Whether acoustic model, dictionary and phrases exist and match this version.
struct LanguageCheck {
  let configuration: Configuration

  private static let reinstall = Message(
    "Install again: sudo deploy/install.sh (or sudo apt install --reinstall spokenmove)")

  private var settings: Configuration.Recognition { configuration.recognition }

  var checks: [Check] {
    let model: AcousticModel
    do {
      model = try settings.acousticModel()
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
      let language = try configuration.chessLanguage(with: model)
      let words = language.lexicon.pronunciations.count
      checks += [
        Self.edited(
          try settings.dataFile(), isOwn: settings.grammar != nil, builtIn: ChessPhrases.moves()),
        Self.edited(try settings.dialogueFile(), isOwn: false, builtIn: ChessPhrases.dialogue()),
        .ok("vocabulary", Message("\(words) words, and how each is pronounced.")),
      ].compactMap { $0 }
    } catch {
      checks.append(
        .failure(
          "grammar", Message(error),
          settings.grammar == nil
            ? Message("Undo your edits in these files. \(Self.reinstall)")
            : Message(
              "Fix that file, or correct recognition.grammar in the configuration; installed: the phrases that came with the program."
            )))
    }
    return checks
  }

  var modelAdvice: Message {
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

  /// Compares a data file with this version's own; nil if it cannot be read.
  static func edited(
    _ file: String, isOwn: Bool, builtIn: CustomLanguageModelData
  ) -> Check? {
    guard let data = try? CustomLanguageModelData(contentsOf: URL(filePath: file)) else {
      return nil
    }
    if data == builtIn { return .ok("grammar", Message("\(file) matches this version.")) }
    // The program itself has only the American phrases.
    if data.locale != builtIn.locale {
      return .ok("grammar", Message("\(file) is for \(data.locale.identifier)."))
    }
    if isOwn { return .ok("grammar", Message("\(file) is a file of your own.")) }
    let other =
      data.version == builtIn.version
      ? Message(
        "\(file) differs from this version: it was edited, or belongs to another version.")
      : Message(
        "\(file) is of version \(data.version), and this program's is \(builtIn.version).")
    return .warning("grammar", other, Message("Where you did not edit it: \(Self.reinstall)"))
  }
}
