/// Why a player's voice cannot be used or kept.
public struct PlayerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is, for a program.
  public enum Code: String, Sendable, Hashable {
    /// A name that is none for a file.
    case badName
    /// Nobody of that name has enrolled.
    case unknown
    /// The file is not what was written.
    case damaged
    /// It was made with another acoustic model than the one in use.
    case otherModel
    /// Too little was heard to tell how the player speaks.
    case tooLittle
    /// The disk.
    case storage
  }

  /// What kind of failure it is.
  public var code: Code
  /// The player's name.
  public var player: String
  /// What is known about the reason, and what to do.
  public var advice: String

  init(_ code: Code, _ player: String, _ advice: String) {
    self.code = code
    self.player = player
    self.advice = advice
  }

  init(otherModelFor player: String) {
    self.init(.otherModel, player, "it was made with another acoustic model; enroll again")
  }

  /// What cannot be done, why, and what to do about it.
  public var description: String { "Cannot use the voice of \"\(player)\": \(advice)." }
}
