import Appliance
import FoundationEssentials
import Glibc
import Localization

/// The places of the files that come with the program.
///
/// If installed as bin/spokenmove, they are in share/spokenmove beside bin; if run from a build
/// folder, they are in the source tree.
enum Installation {
  /// The data file of moves and openings ("chess"), or of commands and answers ("dialogue"), for a
  /// locale such as "en_US".
  static func grammar(for locale: String, _ subject: String = "chess") throws -> String {
    let name = "grammars/\(locale)/\(subject).json"
    if let path = find(installed: name, inSources: name) { return path }
    let locales = locales
    let mend =
      locales.isEmpty || locales.contains(locale)
      ? "Install again (sudo deploy/install.sh)"
      : "Set recognition.locale to one that there is (\(locales.joined(separator: ", ")))"
    throw Missing(
      what: "the phrases' data file \(name)",
      // Only the file of moves can be replaced.
      advice: subject == "chess"
        ? "\(mend), or name one by --grammar or by recognition.grammar in the configuration."
        : "\(mend).")
  }

  /// The messages for a locale; English if it has none of its own.
  static func translation(for locale: String) throws -> Translation {
    let name = "grammars/\(locale)/messages.json"
    return try find(installed: name, inSources: name).map { try Translation(contentsOf: $0) }
      ?? .english
  }

  /// The locales for which there are phrases.
  static var locales: [String] {
    roots.lazy.map { root in
      let folder = "\(root.path)/grammars"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      // Beside the languages are examples of other appliances.
      return names.filter { access("\(folder)/\($0)/chess.json", F_OK) == 0 }
    }.first { !$0.isEmpty }?.sorted() ?? []
  }

  /// The folder with the demonstration's clips.
  static func clips() throws -> String {
    if let path = find(installed: "demo", inSources: "deploy/demo") { return path }
    throw noClips
  }

  static var noClips: Missing {
    Missing(
      what: "the demonstration's clips",
      advice: "Use a microphone instead: spokenmove demo --microphone default.")
  }

  /// A file that came with the program but is not in its place.
  struct Missing: Error, CustomStringConvertible {
    var what: String
    var advice: String

    var description: String {
      let places = Installation.roots.map { $0.path }.joined(separator: " and ")
      return "Cannot find \(what), neither in \(places). \(advice)"
    }
  }

  private struct Root {
    var path: String
    var isSources: Bool
  }

  private static func find(installed: String, inSources: String) -> String? {
    roots.map { "\($0.path)/\($0.isSources ? inSources : installed)" }
      .first { access($0, R_OK) == 0 }
  }

  private static var roots: [Root] {
    guard let program = executable else { return [] }
    var folders = program.split(separator: "/").dropLast().map(String.init)
    var roots = [Root(path: path(folders.dropLast()) + "/share/spokenmove", isSources: false)]
    if let build = folders.firstIndex(where: { $0.hasPrefix(".build") }) {
      folders.removeSubrange(build...)
      roots.append(Root(path: path(folders[...]), isSources: true))
    }
    return roots
  }

  private static func path(_ folders: ArraySlice<String>) -> String {
    "/" + folders.joined(separator: "/")
  }

  /// The path of this program. The corresponding C function is `readlink`.
  private static var executable: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
