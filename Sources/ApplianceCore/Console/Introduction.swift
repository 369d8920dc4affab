/// The first line for a program: facts that stay the same while the appliance runs.
package struct Introduction: Sendable, Hashable {
  /// The version of the JSON lines. It increases only if a line no longer means what it did.
  package static let protocolVersion = 1

  /// The program's version, as in "0.2.0"; empty if unknown.
  package var version: String
  /// The language and region of speech, as in "en_US".
  package var locale: String
  /// The enrolled player whose voice is expected; nil stands for anybody's.
  package var player: String?
  /// The game as it was kept when the program started, told until the conversation has begun; nil
  /// if there is none.
  package var keptGame: Situation.Standing?

  /// What is known of the appliance.
  package init(
    version: String = "", locale: String = "en_US", player: String? = nil,
    keptGame: Situation.Standing? = nil
  ) {
    self.version = version
    self.locale = locale
    self.player = player
    self.keptGame = keptGame
  }
}
