import ApplianceCore

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
