import DeviceIO

/// The locations of the files that come with the program.
///
/// For an installed bin/spokenmove they are in share/spokenmove beside bin; for a build folder, in
/// the source tree.
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
    SmallFile.target(ofLink: "/proc/self/exe").map(roots(ofProgramAt:)) ?? []
  }

  /// The folders to search for a program with this absolute path.
  static func roots(ofProgramAt path: String) -> [Root] {
    var folders = path.split(separator: "/").dropLast().map(String.init)
    let installed = joined(folders.dropLast()) + "/share/spokenmove"
    var roots = [Root(path: installed, isSources: false)]
    if let build = folders.firstIndex(where: { $0.hasPrefix(".build") }) {
      folders.removeSubrange(build...)
      roots.append(Root(path: joined(folders[...]), isSources: true))
    }
    return roots
  }

  private static func joined(_ folders: ArraySlice<String>) -> String {
    "/" + folders.joined(separator: "/")
  }
}
