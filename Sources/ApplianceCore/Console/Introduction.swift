/// The first line for a program: facts that do not change while the appliance runs.
package struct Introduction: Sendable, Hashable {
  /// The version of the JSON lines. It increases only if the meaning of a line changes.
  package static let protocolVersion = 1

  /// The program's version, as in "0.2.0"; empty if unknown.
  package var version: String
  /// The language and region of speech, as in "en_US".
  package var locale: String
  /// The enrolled player whose voice is expected; nil: anybody's.
  package var player: String?
  /// The saved game at startup, reported until the conversation has begun; nil if there is none.
  package var keptGame: Situation.Standing?

  /// The facts about the appliance.
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
