/// The text of `--version`.
package enum Version {
  /// The program's name and the version of Debian's changelog, as in "spokenmove 0.2.0".
  package static var text: String {
    // Its first line is "spokenmove (0.2.0) unstable; urgency=medium".
    let line = PackageResources.changelog.prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    return words.prefix(2).joined(separator: " ").filter { $0 != "(" && $0 != ")" }
  }

  /// The version alone.
  package static var number: String { String(text.drop { $0 != " " }.dropFirst()) }
}
