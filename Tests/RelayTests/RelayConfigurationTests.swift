import DeviceIO
import Foundation
import Settings
import TestSupport
import Testing

@testable import Relay

@Suite(.tags(.hardwareFree)) struct RelayConfigurationTests {
  private func configuration(_ yaml: String) throws -> RelayConfiguration {
    var configuration = RelayConfiguration()
    try SettingsReader.read(
      Array(yaml.utf8), file: "relay.yaml", RelayConfiguration.settings, into: &configuration)
    return configuration
  }

  @Test func theSampleHasEverySettingWithItsDefault() throws {
    let sample = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../deploy/relay.yaml").path
    #expect(try RelayConfiguration(contentsOf: sample) == RelayConfiguration())
    let text = try String(contentsOfFile: sample, encoding: .utf8)
    for path in RelayConfiguration.settings.map(\.path) {
      let key = path.split(separator: ".").last.map(String.init) ?? path
      #expect(text.contains("\(key):"), "\(path)")
    }
  }

  @Test func settingsAreRead() throws {
    let configuration = try configuration(
      """
      board: table-7
      broker: {host: broker.club, tls: off, user: table-7, version: "3.1.1", prefix: club/hall-2}
      partials: yes
      commands: status new-game
      home_assistant: homeassistant
      """)
    #expect(configuration.commands == ["status", "new-game"])
    #expect(configuration.homeAssistant == "homeassistant")
    #expect(configuration.boardName == "table-7")
    #expect(configuration.broker.name == "broker.club:1883")
    #expect(configuration.broker.version == .three)
    #expect(configuration.broker.prefix == "club/hall-2")
    #expect(configuration.partials)
    var broker = RelayConfiguration.Broker()
    #expect(broker.portNumber == 8_883)
    broker.port = 1
    #expect(broker.portNumber == 1)
  }

  @Test(arguments: [
    ("board: table 7", "relay.yaml:1:8: board is auto, or 1 to 64 letters"),
    ("board: a/b", "board is auto"), ("board: '+'", "board is auto"),
    ("broker: {port: 0}", "broker.port is auto or a whole number from 1 to 65535"),
    ("broker: {prefix: a//b}", "broker.prefix is a topic"),
    ("broker: {prefix: '#'}", "broker.prefix is a topic"),
    ("broker: {version: 4}", "broker.version is 5, 3.1.1"),
    ("broker: {hots: x}", "did you mean host?"),
    ("broker: {keep_alive: 30}", "a time with its unit"),
    ("boards: x", "did you mean board?"), ("commands: status say", "not “say”"),
    ("commands: ''", "write none"), ("home_assistant: a b", "home_assistant is a topic"),
  ])
  func mistakesAreNamed(_ yaml: String, _ message: String) throws {
    let error = try thrown(ConfigurationError.self) { try configuration(yaml) }
    #expect("\(error)".contains(message), "\(error)")
  }

  @Test func aMissingFileIsReportedWithItsSample() throws {
    let error = try thrown(ConfigurationError.self) {
      try RelayConfiguration(contentsOf: "/nonexistent.yaml")
    }
    #expect("\(error)".contains("no such file. Start from the sample"), "\(error)")
    #expect("\(error)".contains("deploy/relay.yaml"), "\(error)")
  }

  @Test func onlyTheOwnerMayReadASecret() throws {
    let folder = try ScratchDirectory()
    let path = "\(folder.path)/password"
    try Data("open sesame\nmore\n".utf8).write(to: URL(filePath: path))
    chmod(path, 0o640)
    let shared = try thrown(PlainError.self) { try Credential.secret(path) }
    #expect("\(shared)".contains("chmod 600 \(path)"))
    chmod(path, 0o600)
    #expect(try Credential.secret(path) == "open sesame")
    try Data().write(to: URL(filePath: path))
    chmod(path, 0o600)
    let empty = try thrown(PlainError.self) { try Credential.secret(path) }
    #expect("\(empty)" == "\(path) is empty.")
    // As for the doctor.
    #expect(Credential.path("credential:secrets_a_b") == "/etc/spokenmove-relay/secrets/a_b")
  }
}
