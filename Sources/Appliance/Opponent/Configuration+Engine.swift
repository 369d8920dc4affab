import ApplianceCore

extension Configuration {
  /// The engine with this name or path, with its own folder beside the game's record; nil if there
  /// is none.
  package func engine(named name: String) throws -> UCIEngine? {
    try UCIEngine.program(named: name).map {
      try UCIEngine(path: $0, directory: "\(record.directory)/opponent")
    }
  }
}
