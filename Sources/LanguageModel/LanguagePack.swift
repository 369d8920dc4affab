import FoundationEssentials
import Glibc

/// A language's phrases on disk: a folder named after its locale, such as `de_DE`, with the data
/// files `chess.json` and `dialogue.json`.
public struct LanguagePack: Sendable, Hashable {
  /// The language and region.
  public let locale: Locale
  /// The folder's path.
  public let directory: String

  /// The environment variable with more folders of packs, separated by colons; these are searched
  /// first.
  public static let searchPathVariable = "SPOKENMOVE_GRAMMARS"

  /// The folders to search for packs, in order: those of the environment, those that came with this
  /// program, and those installed on this machine.
  public static var searchDirectories: [String] {
    let override = getenv(searchPathVariable).map { String(cString: $0) } ?? ""
    let folders =
      override.split(separator: ":").map(String.init)
      + ProgramFiles.roots.map { "\($0.path)/grammars" } + [
        "/usr/local/share/spokenmove/grammars", "/usr/share/spokenmove/grammars",
      ]
    return folders.withoutDuplicates()
  }

  /// The packs on this machine; the first of each locale.
  public static func installed(in directories: [String] = searchDirectories) -> [LanguagePack] {
    var packs: [LanguagePack] = []
    for folder in directories {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names {
        let pack = LanguagePack(locale: Locale(identifier: name), directory: "\(folder)/\(name)")
        // The folder also has examples of other appliances.
        if access(pack.file("chess"), F_OK) == 0,
          !packs.contains(where: { $0.locale == pack.locale })
        {
          packs.append(pack)
        }
      }
    }
    return packs.sorted { $0.locale.identifier < $1.locale.identifier }
  }

  /// The pack for a locale, however it is written; nil if there is none.
  public static func named(
    _ locale: Locale, in directories: [String] = searchDirectories
  ) -> LanguagePack? {
    installed(in: directories).first { $0.locale == locale }
  }

  /// The path of one of its data files, such as "chess".
  public func file(_ subject: String) -> String { "\(directory)/\(subject).json" }

  /// Its own phones for X-SAMPA symbols (`phones.json`), which override the acoustic model's; nil
  /// if it has none.
  ///
  /// - Throws: `LanguageModelError` if the file exists and cannot be used.
  public func phones() throws(LanguageModelError) -> PhoneTable? {
    let path = "\(directory)/\(PhoneTable.fileName)"
    guard access(path, F_OK) == 0 else { return nil }
    return try PhoneTable(contentsOf: URL(filePath: path))
  }
}
