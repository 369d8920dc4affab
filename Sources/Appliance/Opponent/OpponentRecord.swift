import ApplianceCore
import Chess
import Dialogue

/// The players' choice of the opponent's side and strength, or of two people, so that it survives a
/// restart.
///
/// The file lies beside the game's record. If the configured values change, they apply again.
struct OpponentRecord: Sendable, Hashable {
  private static let file = "opponent-choice"
  /// Its name in 0.2.0, which is also that of the engine's folder.
  private static let formerFile = "opponent"
  private static let limit = 256
  private static let idle = "idle"

  var side: Color
  var strength: EngineStrength
  /// Whether two people are playing instead.
  var isIdle = false
}

extension OpponentRecord {
  init(_ settings: Configuration.OpponentSettings) {
    self.init(side: settings.side, strength: settings.strength)
  }

  /// The choice under these settings; nil if there was none.
  init?(in directory: String, under settings: Configuration.OpponentSettings) {
    guard let folder = try? DurableDirectory(directory),
      let bytes = Self.bytes(in: folder)
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count == 2, lines[0] == Self(settings).line, let chosen = Self(line: lines[1])
    else { return nil }
    self = chosen
  }

  /// The file's bytes. Renames a file with the former name, which is in the way of the engine's
  /// folder.
  private static func bytes(in folder: DurableDirectory) -> [UInt8]? {
    let former = try? folder.read(formerFile, limit: limit)
    guard !folder.contains(file), let former else {
      return try? folder.read(file, limit: limit)
    }
    try? folder.rename(formerFile, to: file)
    return former
  }

  /// Saves it. Blocks until it is on disk.
  func save(in directory: String, under settings: Configuration.OpponentSettings)
    throws(GameRecordError)
  {
    let text = "\(Self(settings).line)\n\(line)\n"
    try DurableDirectory(directory).replace(Self.file, with: Array(text.utf8))
  }

  private var line: String {
    let choice =
      switch strength {
      case .level(let level): "\(side) level \(level)"
      case .elo(let elo): "\(side) elo \(elo)"
      }
    return isIdle ? "\(choice) \(Self.idle)" : choice
  }

  private init?(line: String) {
    var words = line.split(separator: " ").map(String.init)
    let isIdle = words.last == Self.idle
    if isIdle { words.removeLast() }
    guard words.count == 3, let side = Color.allCases.first(where: { $0.name == words[0] }),
      let number = Int(words[2])
    else { return nil }
    switch words[1] {
    case "level" where EngineStrength.levels.contains(number):
      self.init(side: side, strength: .level(number), isIdle: isIdle)
    case "elo" where (100...4_000).contains(number):
      self.init(side: side, strength: .elo(number), isIdle: isIdle)
    default: return nil
    }
  }
}
