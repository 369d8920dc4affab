import Chess

/// Who plays a game, as a record names them.
public struct Players: Sendable, Hashable {
  /// Who has the white pieces.
  public var white: String
  /// Who has the black pieces.
  public var black: String

  /// Stands for a name that is not known, as in PGN.
  static let unknown = "?"

  /// Two names.
  public init(white: String, black: String) {
    self.white = white
    self.black = black
  }
}

/// The names of people at the board; nil where none is known.
public struct PlayerNames: Sendable, Hashable {
  /// Who has the white pieces.
  public var white: String?
  /// Who has the black pieces.
  public var black: String?

  /// Two names, as far as they are known.
  public init(white: String? = nil, black: String? = nil) {
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
