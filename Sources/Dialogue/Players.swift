import Chess

/// Who plays a game, as a record names them.
package struct Players: Sendable, Hashable {
  /// Who has the white pieces.
  package var white: String
  /// Who has the black pieces.
  package var black: String

  /// Stands for a name that is not known, as in PGN.
  static let unknown = "?"

  /// Two names.
  package init(white: String, black: String) {
    self.white = white
    self.black = black
  }
}

/// The names of people at the board; nil where none is known.
package struct PlayerNames: Sendable, Hashable {
  /// Who has the white pieces.
  package var white: String?
  /// Who has the black pieces.
  package var black: String?

  /// Two names, as far as they are known.
  package init(white: String? = nil, black: String? = nil) {
    self.white = white
    self.black = black
  }
}

extension PGN {
  /// Records who plays.
  package mutating func name(_ players: Players) {
    self[tag: "White"] = players.white
    self[tag: "Black"] = players.black
  }
}
