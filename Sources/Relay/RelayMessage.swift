/// Something to publish about a board: what kind it is, and its JSON object.
package struct RelayMessage: Sendable, Hashable {
  /// Its subject; the raw value is its topic below the board's.
  package enum Topic: String, Sendable, Hashable, CaseIterable {
    /// What is understood so far of somebody who speaks. Worth nothing later, so it is never kept.
    case partial
    /// The appliance's state.
    case state
    /// How the game stands.
    case position
    /// A move, or moves taken back.
    case move
    /// A game that is over.
    case game

    /// Whether the broker keeps the last one for those who come later.
    package var isRetained: Bool { self == .state || self == .position }

    /// 1: the broker confirms each; 0: it need not arrive.
    package var quality: Int32 { self == .partial ? 0 : 1 }
  }

  package var kind: Topic
  /// A JSON object on one line, in ASCII.
  package var payload: String

  package init(_ kind: Topic, _ payload: String) {
    self.kind = kind
    self.payload = payload
  }

  /// The same object, saying that it may have been sent before.
  package var repeated: RelayMessage {
    guard payload.hasSuffix("}") else { return self }
    return RelayMessage(kind, payload.dropLast() + ",\"repeated\":true}")
  }
}
