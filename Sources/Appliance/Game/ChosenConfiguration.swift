import ApplianceCore
import DeviceIO
import LanguageModel

/// The configuration, with and without the players' changes.
package struct ChosenConfiguration: Sendable {
  /// From the file and the command line.
  package let configured: Configuration
  /// With the players' changes before this start.
  package let chosen: Configuration

  /// Reads the players' changes.
  package init(_ configured: Configuration) {
    self.configured = configured
    chosen = configured.asChosen
  }
}

/// The settings that players have changed by voice or on the console, so that they survive a
/// restart.
///
/// The file lies beside the game's record. It has a line for each setting, with the configured and
/// the chosen value. If the configured value changes, it applies again.
extension Configuration {
  private static let choicesFile = "choices"
  private static let choicesLimit = 4_096
  private static let languagePath = "recognition.locale"
  private static let choosable = [
    "players.white", "players.black", "opponent.engine", "opponent.side", "opponent.level",
    "opponent.elo", "clock", "speech.rate", "speech.volume", languagePath,
  ].compactMap { path in settings.first { $0.path == path } }

  /// The configuration with the players' changes.
  var asChosen: Configuration {
    let path = "\(record.directory)/\(Self.choicesFile)"
    guard game, let bytes = try? SmallFile.bytes(path, limit: Self.choicesLimit) else {
      return self
    }
    var chosen = self
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      guard parts.count == 3, let setting = Self.choosable.first(where: { $0.path == parts[0] }),
        setting.written(self) == parts[1]
      else { continue }
      if setting.path == Self.languagePath {
        let locale = Locale(identifier: parts[2])
        guard LanguagePack.named(locale) != nil else { continue }
        chosen.recognition.speak(locale)
        chosen.speech.voice = nil
      } else {
        _ = setting.read(parts[2], false, &chosen)
      }
    }
    return chosen
  }

  /// Saves what differs in `chosen`. Blocks until it is on disk.
  func keep(_ chosen: Configuration) throws(GameRecordError) {
    let lines = Self.choosable.filter { $0.written(self) != $0.written(chosen) }
      .map { "\($0.path)\t\($0.written(self))\t\($0.written(chosen))\n" }
    try DurableDirectory(record.directory).replace(
      Self.choicesFile, with: Array(lines.joined().utf8))
  }
}
