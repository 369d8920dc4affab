import Acoustics
import ApplianceCore
import FoundationEssentials
import Glibc
import Localization
import Speech

/// The players' voices, one file each.
///
/// After a power cut, a file has either its old or its new contents. Every function blocks on the
/// disk.
package struct PlayerStore: Sendable {
  private let path: String

  private static let suffix = ".json"
  /// A voice takes about 90 kB, and twice that with what was learnt from play.
  private static let fileLimit = 1_024 * 1_024
  private static let nameLimit = 32
  /// Others hold the lock only while writing one file, which can be slow on a memory card.
  private static let lockPatience = Duration.seconds(30)

  /// The name of a player without a name.
  package static let namelessPlayer = "player"

  /// The voices in `directory`, which is made with the first voice.
  package init(directory: String) { path = directory }

  /// The names of the players who have enrolled, sorted.
  package var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(Self.suffix) }
      .map { String($0.dropLast(Self.suffix.count)) }.filter(Self.isName).sorted()
  }

  /// A player's voice.
  ///
  /// - Throws: `PlayerError`.
  package func voice(of player: String) throws(PlayerError) -> PlayerVoice {
    guard let voice = try knownVoice(of: player) else { throw unknown(player) }
    return voice
  }

  /// A player's voice; nil if it is unknown.
  ///
  /// - Throws: `PlayerError`.
  func knownVoice(of player: String) throws(PlayerError) -> PlayerVoice? {
    let file = try Self.file(of: player)
    // A lookup must not create the directory.
    guard access("\(path)/\(file)", F_OK) == 0 else { return nil }
    let bytes = try storing(player) { () throws(GameRecordError) in
      try DurableDirectory(path).read(file, limit: Self.fileLimit)
    }
    guard let bytes, let checked = Self.checked(bytes),
      let voice = try? JSONDecoder().decode(PlayerVoice.self, checking: checked), voice.isPossible
    else {
      throw PlayerError(
        .damaged, player,
        Message(
          "\(path)/\(file) is damaged; enroll again, or delete it with \"spokenmove enroll --forget \(player)\""
        ))
    }
    return voice
  }

  /// Saves a player's voice, replacing an earlier one.
  ///
  /// - Throws: `PlayerError`; then the earlier one stays.
  package func keep(_ voice: PlayerVoice, of player: String) throws(PlayerError) {
    try update(player) { () throws(PlayerError) in voice }
  }

  /// Saves the result of `make`, and returns it. Others that change a voice, also in other
  /// processes, wait meanwhile, but with a timeout.
  ///
  /// - Throws: `PlayerError`; then the voice stays as it was.
  @discardableResult
  func update(
    _ player: String, _ make: () throws(PlayerError) -> PlayerVoice
  ) throws(PlayerError) -> PlayerVoice {
    let file = try Self.file(of: player)
    let directory = try locked(player)
    let voice = try make()
    guard let data = try? JSONEncoder().encode(voice) else {
      throw PlayerError(
        .damaged, player, Message("its numbers are not finite; enroll again"))
    }
    try storing(player) { () throws(GameRecordError) in
      try directory.replace(file, with: Self.withChecksum(Array(data)))
    }
    return voice
  }

  /// Deletes a player's voice.
  ///
  /// - Throws: `PlayerError`, with code `unknown` if there is none.
  package func forget(_ player: String) throws(PlayerError) {
    let file = try Self.file(of: player)
    guard access("\(path)/\(file)", F_OK) == 0 else { throw unknown(player) }
    let directory = try locked(player)
    try storing(player) { () throws(GameRecordError) in try directory.remove(file) }
  }

  /// The directory, locked: nobody else changes its files while this value exists.
  private func locked(_ player: String) throws(PlayerError) -> DurableDirectory {
    try storing(player) { () throws(GameRecordError) in
      let directory = try DurableDirectory(path)
      try directory.lock(patience: Self.lockPatience)
      return directory
    }
  }

  /// Converts a disk error to an error about the player's voice.
  private func storing<Value>(
    _ player: String, _ work: () throws(GameRecordError) -> Value
  ) throws(PlayerError) -> Value {
    do throws(GameRecordError) {
      return try work()
    } catch {
      throw PlayerError(.storage, player, error.message)
    }
  }

  private func unknown(_ player: String) -> PlayerError {
    let names = names
    return PlayerError(
      .unknown, player,
      names.isEmpty
        ? Message(
          "nobody has enrolled under that name; \"spokenmove enroll --player \(player)\" does it")
        : Message(
          "nobody has enrolled under that name; these have: \(names.joined(separator: ", "))"))
  }

  private static let checksumMember = Array(#","checksum":""#.utf8)

  /// Appends the checksum of an object's text to the JSON object as its last member.
  static func withChecksum(_ object: [UInt8]) -> [UInt8] {
    object.dropLast() + checksumMember + checksum(of: object) + Array("\"}".utf8)
  }

  /// The object without its checksum; nil if the checksum is wrong. Voices from early versions have
  /// none.
  static func checked(_ text: [UInt8]) -> [UInt8]? {
    let length = checksumMember.count + 16 + 2
    guard text.count > length, text.suffix(length).starts(with: checksumMember) else {
      return text
    }
    let object = text.dropLast(length) + [UInt8(ascii: "}")]
    let end = text.suffix(length).dropFirst(checksumMember.count)
    return end.elementsEqual(checksum(of: Array(object)) + Array("\"}".utf8)) ? Array(object) : nil
  }

  /// As hexadecimal digits.
  private static func checksum(of bytes: [UInt8]) -> [UInt8] {
    let digits = String(FNV1a.hash(of: bytes), radix: 16)
    return Array(digits.padded(to: 16, with: "0", left: true).utf8)
  }

  /// The name, if it is valid for a player.
  package static func checkedName(_ player: String) throws(PlayerError) -> String {
    guard isName(player) else {
      throw PlayerError(
        .badName, player,
        Message(
          "a name has up to \(nameLimit) letters a…z, digits, - and _, and does not begin with -"))
    }
    return player
  }

  private static func file(of player: String) throws(PlayerError) -> String {
    try checkedName(player) + suffix
  }

  private static func isName(_ name: String) -> Bool {
    name.isPlainName(upTo: nameLimit) && !name.hasPrefix("-")
  }
}

extension PlayerVoice {
  /// The acoustic model adapted to this voice.
  ///
  /// - Throws: `PlayerError` if it was made with another model, or from too little speech;
  ///   `SpeechError` if the model cannot be read.
  package func fitted(_ model: AcousticModel, player: String) throws -> AcousticModel {
    guard try model.fingerprint == self.model else {
      throw PlayerError(
        .otherModel, player, Message("it was made with another acoustic model; enroll again"))
    }
    var model = model
    model.speaker = usedAdaptation
    // A voice that is learnt only in play may have too little speech so far; that is no error.
    guard model.speaker != nil || learnt != nil else {
      throw PlayerError(
        .tooLittle, player, Message("too little was heard of it; enroll again"))
    }
    return model
  }
}

extension Configuration {
  /// The enrolled players' voices.
  package var players: PlayerStore { PlayerStore(directory: "\(record.directory)/players") }
}

extension Configuration.Recognition {
  /// The player whose voice is expected, enrolled or learnt; nil: anybody's.
  package var expectedPlayer: String? {
    player ?? (learn ? PlayerStore.namelessPlayer : nil)
  }
}
