import DeviceIO
import FoundationEssentials
import Glibc
import LanguageModel
import Localization

/// The files that come with the program.
package enum Installation {
  /// The data file of moves and openings ("chess"), or of commands and answers ("dialogue"), for a
  /// locale such as "en_US".
  package static func grammar(for locale: String, _ subject: String = "chess") throws -> String {
    let pack = LanguagePack.named(LanguageModel.Locale(identifier: locale))
    if let path = pack?.file(subject), access(path, R_OK) == 0 { return path }
    let mend =
      locales.isEmpty || pack != nil
      ? "Install again (sudo deploy/install.sh)"
      : "Set --locale or recognition.locale to an installed one (\(locales.joined(separator: ", ")))"
    throw missing(
      "the phrases' data file \(locale)/\(subject).json", in: LanguagePack.searchDirectories,
      // Only the file of moves can be replaced.
      subject == "chess"
        ? "\(mend), or name one by --grammar or by recognition.grammar in the configuration."
        : "\(mend).")
  }

  /// The messages and opening names for a locale; English if it has none of its own.
  package static func translation(for locale: String) throws -> Translation {
    let pack = LanguagePack.named(LanguageModel.Locale(identifier: locale))
    func file(_ subject: String) -> String? {
      pack.map { $0.file(subject) }.flatMap { access($0, F_OK) == 0 ? $0 : nil }
    }
    let messages = try file("messages").map { try Translation(contentsOf: $0) } ?? .english
    return try file("openings").map { try messages.naming(openingsIn: $0) } ?? messages
  }

  /// The locales with phrases.
  private static var locales: [String] { LanguagePack.installed().map(\.locale.identifier) }

  /// The folder with the demonstration's clips.
  package static func clips() throws -> String {
    let folders = ProgramFiles.roots.map { "\($0.path)/\($0.isSources ? "deploy/demo" : "demo")" }
    guard let folder = folders.first(where: { access($0, R_OK) == 0 }) else { throw noClips }
    return folder
  }

  package static var noClips: PlainError {
    missing(
      "the demonstration's clips", in: ProgramFiles.roots.map(\.path),
      "Use a microphone instead: spokenmove demo --microphone default.")
  }

  /// A file of the program is not in its place.
  private static func missing(
    _ what: String, in folders: [String], _ advice: String
  ) -> PlainError {
    PlainError("Cannot find \(what) in \(folders.joined(separator: " or ")). \(advice)")
  }
}
