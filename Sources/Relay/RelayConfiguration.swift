import ApplianceCore
import Settings

/// The relay's settings, with their defaults; `deploy/relay.yaml` explains them.
package struct RelayConfiguration: Sendable, Hashable {
  /// The broker, and how to reach it.
  struct Broker: Sendable, Hashable {
    var host = "localhost"
    /// Nil: 8883 with TLS, 1883 without.
    var port: Int?
    var tls = true
    /// A file of CA certificates; nil: the system's.
    var authority: String?
    var certificate: String?
    var key: String?
    var user: String?
    var passwordFile: String?
    var version = MQTTVersion.five
    var keepAlive = Duration.seconds(30)
    /// The prefix of all topics.
    var prefix = "spokenmove"

    /// The MQTT version; the raw value is its name in the file.
    enum MQTTVersion: String, Sendable, CaseIterable {
      case five = "5"
      case three = "3.1.1"
    }

    var portNumber: Int { port ?? (tls ? 8_883 : 1_883) }
    /// For people.
    var name: String { "\(host):\(portNumber)" }
  }

  /// The board's name in topics; nil: the machine's name.
  var board: String?
  var socket = "/run/spokenmove/console.sock"
  var broker = Broker()
  var queueDirectory = "/var/lib/spokenmove-relay"
  var partials = false
  /// The appliance's commands that the broker may send.
  var commands: Set<String> = []
  /// The topic of Home Assistant's discovery; nil: no discovery.
  var homeAssistant: String?
  package var logLevel = Log.Level.notice

  init() {}

  /// The default path of the configuration file.
  package static let defaultPath = "/etc/spokenmove-relay/config.yaml"

  static let settings: [Setting<RelayConfiguration>] = [
    .name("board", orElse: "auto", \.board),
    .text("socket", \.socket),
    .text("broker.host", \.broker.host),
    .count("broker.port", in: 1...65_535, orElse: "auto", \.broker.port),
    .flag("broker.tls", \.broker.tls),
    .text("broker.authority", orElse: "system", \.broker.authority),
    .text("broker.certificate", orElse: "none", \.broker.certificate),
    .text("broker.key", orElse: "none", \.broker.key),
    .text("broker.user", orElse: "none", \.broker.user),
    .text("broker.password_file", orElse: "none", \.broker.passwordFile),
    .choice("broker.version", \.broker.version),
    .duration("broker.keep_alive", in: .seconds(5) ... .seconds(600), \.broker.keepAlive),
    .topic("broker.prefix", \.broker.prefix),
    .text("queue.directory", \.queueDirectory),
    .flag("partials", \.partials),
    .commands("commands", orElse: "none", \.commands),
    .topic("home_assistant", orElse: "none", \.homeAssistant),
    .choice("log.level", Log.Level.allCases.map { ($0.name, $0) }, \.logLevel),
  ]

  /// Reads the configuration file at `path`. Missing settings are those of `init()`.
  package init(contentsOf path: String) throws(ConfigurationError) {
    self.init()
    try SettingsReader.read(path, Self.settings, into: &self)
  }

  /// Whether a text is valid as one level of a topic, and as part of a file name and a client name.
  static func isName(_ text: String) -> Bool { text.isPlainName(upTo: 64) }
}

extension Setting<RelayConfiguration> {
  fileprivate static func name(
    _ path: String, orElse absent: String, _ key: any Path<String?>
  ) -> Setting {
    let expected = "\(absent), or 1 to 64 letters, digits, - and _"
    return Setting(path, key, expected: expected) {
      $0 ?? absent
    } value: { text, isQuoted in
      guard RelayConfiguration.isName(text) else { return nil }
      return .some(text == absent && !isQuoted ? nil : text)
    }
  }

  fileprivate static func topic(_ path: String, _ key: any Path<String>) -> Setting {
    Setting(path, key, expected: aTopic) { text, _ in isTopic(text) ? text : nil }
  }

  fileprivate static func topic(
    _ path: String, orElse absent: String, _ key: any Path<String?>
  ) -> Setting {
    Setting(path, key, expected: aTopic) {
      $0 ?? absent
    } value: { text, isQuoted in
      guard isTopic(text) else { return nil }
      return .some(text == absent && !isQuoted ? nil : text)
    }
  }

  private static var aTopic: String {
    "a topic such as club/spokenmove: names of letters, digits, - and _ with a / between them"
  }

  private static func isTopic(_ text: String) -> Bool {
    let levels = text.split(separator: "/", omittingEmptySubsequences: false)
    return levels.allSatisfy { RelayConfiguration.isName(String($0)) } && levels.count <= 8
  }

  /// Command names separated by spaces.
  fileprivate static func commands(
    _ path: String, orElse absent: String, _ key: any Path<Set<String>>
  ) -> Setting {
    Setting(path: path) { text, _, configuration in
      // "say" would allow all other commands.
      let known = ProgramCommand.names.filter { $0 != "say" }
      let names = text == absent ? [] : text.split(separator: " ").map { String($0) }
      guard !text.isEmpty, let other = names.first(where: { !known.contains($0) }) else {
        configuration[keyPath: key] = Set(names)
        return text.isEmpty ? "\(path) may not be empty; write \(absent)" : nil
      }
      return "\(path) is \(absent), or names of commands with spaces between them: "
        + "\(known.joined(separator: ", ")); not “\(other)”"
    } written: {
      let names = $0[keyPath: key].sorted()
      return names.isEmpty ? absent : names.joined(separator: " ")
    }
  }
}
