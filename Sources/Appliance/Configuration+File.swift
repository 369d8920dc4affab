import ApplianceCore
import Chess
import DeviceIO
import Dialogue
import Localization

extension Configuration {
  /// The configuration file's path by default.
  public static let defaultPath = "/etc/spokenmove/config.yaml"

  /// All settings.
  static let settings: [Setting] = [
    .text("microphone.device", \.microphone.device),
    .line("button.line", \.button.line),
    .choice("button.mode", \.button.mode),
    .flag("button.active_low", \.button.activeLow),
    .choice("button.bias", \.button.bias),
    .duration("button.debounce", in: .zero ... .seconds(1), \.button.debounce),
    .line("leds.available.line", \.lights.available.line),
    .flag("leds.available.active_low", \.lights.available.activeLow),
    .line("leds.recording.line", \.lights.recording.line),
    .flag("leds.recording.active_low", \.lights.recording.activeLow),
    .text("console.device", orElse: "stdout", \.console.device),
    .choice("console.baud", TerminalSettings.bauds.map { (String($0), $0) }, \.console.baud),
    .choice("console.format", \.console.format),
    .choice("console.letters", \.console.letters),
    .flag("console.partials", \.console.partials),
    .choice("console.board", \.console.board.style),
    .choice("console.side", \.console.board.side),
    .text("console.socket", orElse: "none", \.console.socket),
    .count("console.columns", in: 20...1_000, orElse: "auto", \.console.columns),
    .text("recognition.locale", \.recognition.locale),
    .text("recognition.grammar", orElse: "installed", \.recognition.grammar),
    .text("recognition.model", orElse: "installed", \.recognition.model),
    .share("recognition.caution", \.recognition.caution),
    .text("recognition.player", orElse: "none", \.recognition.player),
    .flag("recognition.learn", \.recognition.learn),
    .duration("recording.maximum", in: .seconds(1) ... .seconds(600), \.recording.maximum),
    .duration("recording.tail", in: .zero ... .seconds(2), \.recording.tail),
    .duration("recording.pause", in: .milliseconds(200) ... .seconds(5), \.recording.pause),
    .duration("recording.patience", in: .seconds(1) ... .seconds(60), \.recording.patience),
    .flag("game", \.game),
    .duration("question.patience", in: .seconds(1) ... .seconds(3_600), \.patience),
    .text("opponent.engine", orElse: "none", \.opponent.engine),
    .choice("opponent.side", Color.allCases.map { ($0.name, $0) }, \.opponent.side),
    .count("opponent.level", in: EngineStrength.levels, \.opponent.level),
    .count("opponent.elo", in: 100...4_000, orElse: "none", \.opponent.elo),
    .duration("opponent.time", in: .milliseconds(10) ... .seconds(60), \.opponent.time),
    .timeControl("clock", orElse: "none", \.clock),
    .flag("flag", \.flag),
    .choice("sounds", \.sounds),
    .text("loudspeaker.device", \.loudspeaker),
    .text("speech.program", \.speech.program),
    .text("speech.voice", orElse: "auto", \.speech.voice),
    .count("speech.rate", in: 80...450, \.speech.rate),
    .text("record.directory", \.record.directory),
    .count("record.games", in: 1...1_000_000, \.record.games),
    .count("record.megabytes", in: 1...1_000_000, \.record.megabytes),
    .choice("log.level", Log.Level.allCases.map { ($0.name, $0) }, \.logLevel),
  ]

  /// Every setting and its value, in the order of the sample file.
  public var values: [ConsoleMessage.SettingValue] {
    Self.settings.map { ConsoleMessage.SettingValue(path: $0.path, text: $0.written(self)) }
  }

  /// A configuration is a page long; a larger file is not one.
  private static let maximumFileSize = 64 * 1_024

  /// Reads the configuration file at `path`; what it does not set is as in `init()`.
  ///
  /// Throws `ConfigurationError`, which lists all of the file's mistakes. Reads at most 64 KiB.
  public init(contentsOf path: String) throws(ConfigurationError) {
    let text: [UInt8]
    do throws(SmallFile.Failure) {
      text = try SmallFile.bytes(path, limit: Self.maximumFileSize)
    } catch {
      throw .unreadable(path, error)
    }
    try self.init(yaml: text, file: path)
  }

  /// Reads a configuration from `yaml`; `file` is its name in errors.
  public init(yaml: [UInt8], file: String) throws(ConfigurationError) {
    self.init()
    var reading = SettingsReader()
    do throws(ConfigurationSyntaxError) {
      if let document = try YAMLReader.document(in: yaml), !document.isEmpty {
        reading.section(document, path: "", into: &self)
      }
    } catch {
      reading.problems.append(error.problem)
    }
    guard reading.problems.isEmpty else {
      throw .mistaken(file, reading.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
    }
  }
}

/// The state of reading a document: the mistakes so far, and what has been set.
private struct SettingsReader {
  var problems: [TextProblem] = []

  /// Reads the section called `path` ("" for the whole document), and its subsections.
  mutating func section(
    _ node: YAMLNode, path: String, into configuration: inout Configuration
  ) {
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
      read(entry, path: path.isEmpty ? entry.key : "\(path).\(entry.key)", into: &configuration)
    }
  }

  private mutating func read(
    _ entry: YAMLNode.Entry, path: String, into configuration: inout Configuration
  ) {
    let settings = Configuration.settings
    if let setting = settings.first(where: { $0.path == path }) {
      guard case .scalar(let text, let isQuoted) = entry.value.content else {
        report(entry.value.position, "\(path) is a single value, not \(entry.value.kind)")
        return
      }
      if let problem = setting.read(text, isQuoted, &configuration) {
        report(entry.value.position, problem)
      }
    } else if settings.contains(where: { $0.path.hasPrefix(path + ".") }) {
      // A section whose keys are all commented out sets nothing.
      if !entry.value.isEmpty { section(entry.value, path: path, into: &configuration) }
    } else {
      report(entry.position, unknown(entry.key, path: path))
    }
  }

  private func unknown(_ key: String, path: String) -> String {
    let section = path.dropLast(key.count)
    let siblings = Set(
      Configuration.settings.map(\.path).filter { $0.hasPrefix(section) }
        .compactMap { $0.dropFirst(section.count).split(separator: ".").first.map(String.init) }
    ).sorted()
    let hint =
      Setting.closest(to: key, among: siblings).map { "did you mean \($0)?" }
      ?? "known here: \(siblings.joined(separator: ", "))"
    return "there is no setting “\(path)”; \(hint)"
  }

  private mutating func report(_ position: TextPosition, _ message: String) {
    problems.append(TextProblem(position, message))
  }
}
