import ApplianceCore
import DeviceIO

/// What players have changed by voice or on the console, so that a restart keeps it.
///
/// The file is beside the game's record. It has a line for each setting, with the configuration's
/// value and the chosen one. When the configuration's value changes, it applies again.
extension Configuration {
  private static let choicesFile = "choices"
  private static let choicesLimit = 4_096
  private static let choosable = [
    "players.white", "players.black", "clock", "speech.rate", "speech.volume",
  ].compactMap { path in settings.first { $0.path == path } }

  /// The configuration as players have changed it.
  package var asChosen: Configuration {
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
      _ = setting.read(parts[2], false, &chosen)
    }
    return chosen
  }

  /// Keeps what `chosen` has otherwise. Blocks until the disk has it.
  func keep(_ chosen: Configuration) throws(GameRecordError) {
    let lines = Self.choosable.filter { $0.written(self) != $0.written(chosen) }
      .map { "\($0.path)\t\($0.written(self))\t\($0.written(chosen))\n" }
    try DurableDirectory(record.directory).replace(
      Self.choicesFile, with: Array(lines.joined().utf8))
  }
}
