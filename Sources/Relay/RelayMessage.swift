/// A message about a board: its topic, and its JSON object.
struct RelayMessage: Sendable, Hashable {
  /// Its topic; the raw value is its name below the board's topic.
  enum Topic: String, Sendable, Hashable, CaseIterable {
    /// The words of a speaker so far. Soon worthless, so it is never saved.
    case partial
    /// The appliance's state.
    case state
    /// The state of the game.
    case position
    /// A move, or undone moves.
    case move
    /// A finished game.
    case game

    /// Whether the broker retains the last one for later subscribers.
    var isRetained: Bool { self == .state || self == .position }

    /// The quality of service. 1: the broker confirms each; 0: it may be lost.
    var quality: Int32 { self == .partial ? 0 : 1 }
  }

  var kind: Topic
  /// A JSON object on one line, in ASCII.
  var payload: String

  init(_ kind: Topic, _ payload: String) {
    self.kind = kind
    self.payload = payload
  }

  /// The same object, marked as possibly sent before.
  var repeated: RelayMessage {
    guard payload.hasSuffix("}") else { return self }
    return RelayMessage(kind, payload.dropLast() + ",\"repeated\":true}")
  }
}
