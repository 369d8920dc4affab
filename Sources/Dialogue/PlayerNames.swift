import Chess

/// The players' names; nil for unknown ones.
package struct PlayerNames: Sendable, Hashable {
  /// The player of the white pieces.
  package var white: String?
  /// The player of the black pieces.
  package var black: String?

  /// Stands for an unknown name, as in PGN.
  package static let unknown = "?"

  /// Two names, each if known.
  package init(white: String? = nil, black: String? = nil) {
    self.white = white
    self.black = black
  }
}

extension PGN {
  /// The players' names in the tags, no longer than a line, and without marks that change the
  /// writing direction.
  package var names: PlayerNames {
    func name(_ tag: String) -> String? {
      let scalars = (self[tag: tag] ?? "").unicodeScalars
        .filter { !$0.properties.isBidiControl }.prefix(TypedText.longestLine)
      let name = String(String.UnicodeScalarView(scalars))
      return name.allSatisfy(\.isWhitespace) || name == PlayerNames.unknown ? nil : name
    }
    return PlayerNames(white: name("White"), black: name("Black"))
  }

  /// Notes the players' names.
  package mutating func name(_ players: PlayerNames) {
    self[tag: "White"] = players.white ?? PlayerNames.unknown
    self[tag: "Black"] = players.black ?? PlayerNames.unknown
  }
}
