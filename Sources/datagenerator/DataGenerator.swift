import FoundationEssentials
import Glibc
import LanguageModel

/// Writes `grammars/en_US` from ChessLanguage's phrases.
@main
enum DataGenerator {
  static let usage = """
    Usage: datagenerator [FOLDER [DICTIONARY]]

    Writes the phrases of chess as data files, with the JSGF and the dictionary that come out of them.

      FOLDER      where to write them; grammars/en_US in the current folder
      DICTIONARY  the acoustic model's pronunciations; \(defaultDictionary)

    """
  private static let defaultDictionary =
    "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") {
      return print(usage, terminator: "")
    }
    guard arguments.count <= 2, !arguments.contains(where: { $0.hasPrefix("-") }) else {
      complain(usage)
      exit(2)
    }
    do {
      let folder = URL(filePath: arguments.first ?? "grammars/en_US")
      let dictionary = try PronunciationDictionary(
        contentsOf: URL(filePath: arguments.dropFirst().first ?? defaultDictionary))
      let generated = try GeneratedFiles(dictionary: dictionary)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in generated.files {
        try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
      }
      for line in generated.summary { print(line) }
    } catch {
      complain("datagenerator: \(error)\n")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
