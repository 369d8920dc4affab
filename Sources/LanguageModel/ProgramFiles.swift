import FoundationEssentials

/// The places of the files that come with the program.
///
/// If installed as bin/spokenmove, they are in share/spokenmove beside bin; if run from a build
/// folder, they are in the source tree.
package enum ProgramFiles {
  /// A folder that may have them.
  package struct Root: Sendable, Hashable {
    /// Its path.
    package var path: String
    /// Whether it is the source tree.
    package var isSources: Bool
  }

  /// The folders to search, in order.
  package static var roots: [Root] {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    guard let link else { return [] }
    var folders = link.split(separator: "/").dropLast().map(String.init)
    let installed = path(folders.dropLast()) + "/share/spokenmove"
    var roots = [Root(path: installed, isSources: false)]
    if let build = folders.firstIndex(where: { $0.hasPrefix(".build") }) {
      folders.removeSubrange(build...)
      roots.append(Root(path: path(folders[...]), isSources: true))
    }
    return roots
  }

  private static func path(_ folders: ArraySlice<String>) -> String {
    "/" + folders.joined(separator: "/")
  }
}
