import DeviceIO

/// Reads a configuration file, and accepts only known settings.
package struct SettingsReader<Root> {
  /// A configuration is a page long; a larger file is something else.
  private static var maximumFileSize: Int { 64 * 1_024 }

  private let settings: [Setting<Root>]
  private var problems: [TextProblem] = []

  /// Reads the file at `path` into `root`. Missing settings keep their values.
  ///
  /// Throws an error that lists all mistakes in the file. Reads at most 64 KiB.
  package static func read(
    _ path: String, _ settings: [Setting<Root>], into root: inout Root
  ) throws(ConfigurationError) {
    let text: [UInt8]
    do throws(SmallFile.Failure) {
      text = try SmallFile.bytes(path, limit: maximumFileSize)
    } catch {
      throw .unreadable(path, error)
    }
    try read(text, file: path, settings, into: &root)
  }

  /// Reads `yaml` into `root`; `file` is its name in errors.
  package static func read(
    _ yaml: [UInt8], file: String, _ settings: [Setting<Root>], into root: inout Root
  ) throws(ConfigurationError) {
    var reading = SettingsReader(settings: settings)
    do throws(TextProblem) {
      if let document = try YAMLReader.document(in: yaml), !document.isEmpty {
        reading.section(document, path: "", into: &root)
      }
    } catch {
      reading.problems.append(error)
    }
    guard reading.problems.isEmpty else {
      throw .mistaken(file, reading.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
    }
  }

  private init(settings: [Setting<Root>]) { self.settings = settings }

  /// Reads the section at `path` ("" for the whole document), and its subsections.
  private mutating func section(_ node: YAMLNode, path: String, into root: inout Root) {
    guard case .mapping(let entries) = node.content else {
      let what = path.isEmpty ? "the configuration" : path
      report(node.position, "\(what) is a section with keys of its own, not \(node.kind)")
      return
    }
    var lines: [String: Int] = [:]
    for entry in entries {
      if let line = lines.updateValue(entry.position.line, forKey: entry.key) {
        report(entry.position, "\(entry.key) is set twice, first in line \(line)")
        continue
      }
      read(entry, path: path.isEmpty ? entry.key : "\(path).\(entry.key)", into: &root)
    }
  }

  private mutating func read(_ entry: YAMLNode.Entry, path: String, into root: inout Root) {
    if let setting = settings.first(where: { $0.path == path }) {
      guard case .scalar(let text, let isQuoted) = entry.value.content else {
        report(entry.value.position, "\(path) is a single value, not \(entry.value.kind)")
        return
      }
      if let problem = setting.read(text, isQuoted, &root) {
        report(entry.value.position, problem)
      }
    } else if settings.contains(where: { $0.path.hasPrefix(path + ".") }) {
      // A section with only comments sets nothing.
      if !entry.value.isEmpty { section(entry.value, path: path, into: &root) }
    } else {
      report(entry.position, unknown(entry.key, path: path))
    }
  }

  private func unknown(_ key: String, path: String) -> String {
    let section = path.dropLast(key.count)
    let siblings = Set(
      settings.map(\.path).filter { $0.hasPrefix(section) }
        .compactMap { $0.dropFirst(section.count).split(separator: ".").first.map(String.init) }
    ).sorted()
    let hint =
      Setting<Root>.closest(to: key, among: siblings).map { "did you mean \($0)?" }
      ?? "known here: \(siblings.joined(separator: ", "))"
    return "there is no setting “\(path)”; \(hint)"
  }

  private mutating func report(_ position: TextPosition, _ message: String) {
    problems.append(TextProblem(position, message))
  }
}
