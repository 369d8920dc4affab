import ApplianceCore

extension Configuration {
  /// The voices of the players who have enrolled.
  public var players: PlayerStore { PlayerStore(directory: "\(record.directory)/players") }
}

extension Configuration.Recognition {
  /// The player whose voice is expected, enrolled or learnt; nil: anybody's.
  public var expectedPlayer: String? {
    player ?? (learn ? PlayerStore.namelessPlayer : nil)
  }
}
